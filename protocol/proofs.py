"""The costly checks that a device makes beside the play: which are due, what each vouches for, and the work of one.

Nothing is run here: a check is a generator that its caller runs in slices. Page: `docs/protocol/session.md`.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from joker_lan.engine import Seat
from protocol.accusing import proof_evidence
from protocol.calls import Call
from protocol.deck.slicing import Slices
from protocol.offences import Wrong
from protocol.position import Position
from protocol.statements import Accuse


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """A costly check of another device's message: `answer`, `lock` or `reveal` of a player in a deck."""

    ctx: bytes
    number: int
    kind: str
    player: int

    def work(self, position: Position) -> Slices[Any]:
        """Return the work of the check; its result is None if it passes."""
        joint = position.deck(self.number)
        assert joint is not None
        deck = joint.deck
        if self.kind == "answer":
            return deck.verify_answer(self.player)
        if self.kind == "lock":
            return deck.verify_lock(self.player)
        reveal = deck.reveals[self.player]
        assert reveal is not None
        return deck.reexecute(self.player, reveal.seed, proofs=False)

    def accusation(self) -> Accuse:
        """Return what is to be said if the check fails."""
        return Accuse(Wrong.PROOF, (proof_evidence(self.number, self.kind, self.player),))


def due_checks(position: Position, own: Collection[Seat]) -> Iterator[ProofCheck]:
    """Run through the costly checks that a device with these seats makes: proofs of other devices' seats, and every
    revealed deck again."""
    preparing = position.preparing
    if preparing is not None:
        deck = preparing.deck
        for player, seat in enumerate(preparing.seats):
            if seat in own:
                continue  # a device does not check what its own seats said
            if deck.answers[player] is not None and None not in deck.coins:
                yield ProofCheck(deck.ctx, deck.number, "answer", player)
            if player < len(deck.locks):
                yield ProofCheck(deck.ctx, deck.number, "lock", player)
    if position.closed is not None and (joint := position.closed.deck) is not None:
        for player in range(len(joint.seats)):
            yield ProofCheck(joint.deck.ctx, joint.number, "reveal", player)


def vouched_for(call: Call, position: Position, own: Collection[Seat]) -> Iterator[ProofCheck]:
    """Run through the checks that must have passed before a call is answered, because the answer vouches for them."""
    if call.kind in ("lock", "ready", "agree"):
        wants_reveals = call.kind == "agree"
        yield from (each for each in due_checks(position, own) if (each.kind == "reveal") == wants_reveals)
