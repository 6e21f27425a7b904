"""One deck with its verdicts: the fold of ``fold`` and everything that can be said against a message.

``judge`` gives the cheap verdict, in the order time, shape, basis, arithmetic; what it lets through may be folded. The
costly verdicts (``verify_answer``, ``verify_lock``, and ``reexecute`` once a seed is known) come in slices and may lag
behind; what must wait for them is said under "When a secret may leave" in ``docs/protocol/shuffle.md``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import assert_never

from eventlog.codec import Plain
from protocol.deck import checking, proving
from protocol.deck.context import Secrets
from protocol.deck.faults import Code, Fault
from protocol.deck.fold import DeckFold
from protocol.deck.group import ORDER, is_point, load, multiplier
from protocol.deck.messages import (
    Answer,
    Coin,
    Commit,
    Cut,
    Lock,
    Message,
    Ready,
    Reveal,
    Shadow,
    Share,
    Shuffle,
    parse,
)
from protocol.deck.slicing import Slices
from protocol.deck.transcript import challenge_bits, coin_commitment, seed_commitment


@dataclass(frozen=True, slots=True)
class Deck(DeckFold):
    """A deck of which every message can be judged."""

    # ---- cheap verdicts --------------------------------------------------------------------------------------------

    def read(self, player: int, kind: str, body: Plain) -> Message | Fault:
        """The message in the body of a statement of the player, see `protocol.deck.messages.parse`."""
        return parse(kind, body, self.n, self.rounds, player)

    def judge(
        self,
        player: int,
        message: Message,
        allowed: Collection[int] = (),
        *,
        points: bool = True,
        is_read: bool = False,
    ) -> Fault | None:
        """The cheap verdict on a message; ``None`` lets it into the fold. Total.

        Args:
            player: whose message it is.
            message: what he says.
            allowed: the places that he may share now.
            points: whether the points of SHUFFLE are projected, a millisecond for 36 cards. May be left out for
                messages of one's own device, and where each seed is known and re-executed.
            is_read: the message comes from `read` of this player, so its shape needs no second look.
        """
        kind = message.kind
        if not 0 <= player < self.players:
            return Fault(Code.UNEXPECTED, kind, player)
        if self.has_said(player, kind):
            return Fault(Code.REPEATED, kind, player)
        if not self.may_say(player, kind):
            return Fault(Code.UNEXPECTED, kind, player)
        if not is_read and isinstance(read := self.read(player, kind, message.body()), Fault):
            return read
        if message.on != self.basis(player, kind):
            return Fault(Code.BASIS, kind, player)
        return self._judge_values(player, message, allowed, points=points)

    def _judge_values(self, player: int, message: Message, allowed: Collection[int], *, points: bool) -> Fault | None:
        match message:
            case Shuffle():
                return checking.check_shuffle(player, message, points=points)
            case Coin():
                commitment = coin_commitment(self.ctx, player, message.coin)
                fixed = self.commits[player]
                return None if fixed and fixed.coin == commitment else Fault(Code.COMMITMENT, message.kind, player)
            case Answer():
                return checking.check_answer_scalars(player, message)
            case Lock():
                return checking.check_lock_values(player, message)
            case Cut():
                return None if 0 <= message.cut < self.n else Fault(Code.CUT, message.kind, player, (message.cut,))
            case Share():
                return self._judge_shares(player, message, allowed)
            case Reveal():
                commitment = seed_commitment(self.ctx, player, message.seed)
                fixed = self.commits[player]
                return None if fixed and fixed.seed == commitment else Fault(Code.COMMITMENT, message.kind, player)
            case Commit() | Shadow() | Ready():
                return None
            case _:
                assert_never(message)

    def _judge_shares(self, player: int, message: Share, allowed: Collection[int]) -> Fault | None:
        for place, key in message.shares:
            if place not in allowed:
                return Fault(Code.PLACE, message.kind, player, (place,))
            if fault := self.judge_key(player, place, key):
                return fault
        return None

    def judge_key(self, player: int, place: int, key: bytes) -> Fault | None:
        """Whether ``key`` is the one, or its negative, under which the player has locked the place.

        Also for a key that another statement lays open; the fault calls it a share all the same.

        Raises:
            ValueError: before the cut.
        """
        if len(key) != 32 or not 0 <= place < self.n:
            return Fault(Code.SHAPE, Share.kind, player)
        return checking.check_key(player, Share.kind, place, key, self.locks[player].keys[self.index(place)])

    def open_place(self, place: int, keys: Mapping[int, bytes]) -> int | None:
        """The id of the card at a place, from the judged keys of all players.

        ``None`` if no card is there, which means that some proof was false.

        Raises:
            ValueError: if the key of a player is missing, or the deck is not cut.
        """
        if keys.keys() != set(range(self.players)):
            raise ValueError("a place opens with the keys of all players")
        product = 1
        for key in keys.values():
            product = product * int.from_bytes(key, "little") % ORDER
        point = load(self.locked_before(self.players)[self.index(place)])
        try:
            # Only false proofs get here with a point of low order, and only all players together with a product that
            # has no representative: with one honest factor it is random.
            return self.table.get(multiplier(pow(product, -1, ORDER)).exchange(point))
        except ValueError:
            return None

    # ---- costly verdicts -------------------------------------------------------------------------------------------

    def challenge(self, player: int) -> tuple[int, ...]:
        """The bits of the player's proof of the first pass.

        Raises:
            ValueError: before the coins of all players are there.
        """
        coins = [coin.coin for coin in self.coins if coin is not None]
        shadow = self.shadows[player]
        if len(coins) < self.players or shadow is None:
            raise ValueError("there is no challenge before all coins")
        return challenge_bits(self.transcripts[player], player, self.shuffles[player], shadow, coins)

    def verify_answer(self, player: int) -> Slices[Fault | None]:
        """Verify the proof of the player's shuffle; his ANSWER is in the fold.

        Raises:
            ValueError: if it is not.
        """
        shadow, answer = self.shadows[player], self.answers[player]
        if shadow is None or answer is None:
            raise ValueError("the player has not answered")
        return checking.verify_answer(
            player=player,
            transcript=self.transcripts[player],
            before=self.deck_before(player),
            shuffle=self.shuffles[player],
            shadows=shadow.shadows,
            bits=self.challenge(player),
            answer=answer,
        )

    def verify_lock(self, player: int) -> Slices[Fault | None]:
        """Verify the proof of the player's lock; his LOCK is in the fold.

        A verdict on a lock presumes the locks before it. If the deck that it stands on cannot even be multiplied, the
        fault names the author of that deck.

        Raises:
            ValueError: if he has not locked.
        """
        if player >= len(self.locks):
            raise ValueError("the player has not locked")
        return self._presuming(
            checking.verify_lock(
                player=player,
                lock_transcript=self.lock_transcripts[player],
                key=self.shuffles[player].key,
                before=self.locked_before(player),
                lock=self.locks[player],
            )
        )

    def reexecute(self, player: int, seed: bytes, *, proofs: bool) -> Slices[Fault | None]:
        """Compare everything that the player has said with what his seed leads to, bit for bit, as far as the deck got.

        The first difference in the order of a deck is the fault. It presumes the messages before it, as `verify_lock`
        does: of several players the first fault in the order of the log counts, what comes after it says nothing.

        Args:
            player: who has revealed.
            seed: his seed of 32 bytes, judged as REVEAL.
            proofs: whether shadows, answers and the proofs of the locks are executed too. Without them the decks alone
                are, which proves all of them, for a tenth of the work.
        """
        return self._presuming(self._reexecute(player, Secrets(seed, self.ctx, player), proofs=proofs))

    def _reexecute(self, player: int, secrets: Secrets, *, proofs: bool) -> Slices[Fault | None]:
        if (fault := _difference(player, self.commits[player], proving.commit(secrets))) or player >= len(
            self.shuffles
        ):
            return fault
        before, transcript, shuffle = self.deck_before(player), self.transcripts[player], self.shuffles[player]
        if fault := _difference(player, shuffle, (yield from proving.shuffle(secrets, transcript, before))):
            return fault
        yield
        if proofs and self.shadows[player] is not None:
            following = self.transcripts[player + 1]
            shadow = yield from proving.shadow(secrets, transcript, before, self.rounds, following)
            if fault := _difference(player, self.shadows[player], shadow):
                return fault
        if self.shadow_set is None:
            return None
        if fault := _difference(player, self.coins[player], proving.coin(secrets, self.shadow_set)):
            return fault
        if proofs and self.answers[player] is not None:
            answer = proving.answer(secrets, transcript, self.challenge(player), self.shadow_set)
            if fault := _difference(player, self.answers[player], answer):
                return fault
            yield
        if player >= len(self.locks):
            return None
        said, lock_transcript, source = self.locks[player], self.lock_transcripts[player], self.locked_before(player)
        if proofs:
            return _difference(
                player, said, (yield from proving.lock(secrets, transcript, shuffle.key, lock_transcript, source))
            )
        keys, cards = yield from proving.locked(secrets, transcript, lock_transcript, source)
        return _difference(player, said, replace(said, keys=keys, deck=cards))

    def _presuming(self, work: Slices[Fault | None]) -> Slices[Fault | None]:
        """The verdict of ``work``; if it meets a point of low order, the verdict on the author of that point."""
        try:
            return (yield from work)
        except ValueError:
            # Points of low order stop the library. Who works on them is not to blame.
            decks = [(one.kind, author, one.deck) for author, one in enumerate(self.shuffles)]
            decks += [(one.kind, author, one.deck) for author, one in enumerate(self.locks)]
            for kind, author, deck in decks:
                for index, point in enumerate(deck):
                    if not is_point(point):
                        return Fault(Code.POINT, kind, author, ("deck", index))
            raise


def _difference(player: int, said: Message | None, executed: Message) -> Fault | None:
    """The first field in which what was said differs from what had to be said; nothing if nothing was said."""
    if said is None or said == executed:
        return None
    name = next(field.name for field in fields(executed) if getattr(said, field.name) != getattr(executed, field.name))
    return Fault(Code.EXECUTION, executed.kind, player, (name,))
