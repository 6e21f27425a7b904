"""The player's side of a deck: what his secrets make him say, and his own keys.

Everything is a function of the deck and the secrets, so a player who comes back from his seed and the log says the
same bytes again. The module refuses to make what is not due by this copy; it cannot know whether that copy is settled,
nor whether the proofs in it were verified. When a secret may leave is said in ``docs/protocol/shuffle.md``, section 7.
"""

from collections.abc import Iterable

from protocol.deck import proving
from protocol.deck.context import Secrets
from protocol.deck.deck import Deck
from protocol.deck.group import write_scalar
from protocol.deck.messages import Cut, Message, Ready, Reveal, Share
from protocol.deck.slicing import Slices


class NotDueError(Exception):
    """A message or a key was asked for that this copy of the deck does not call for: ``kind`` of ``player``."""

    def __init__(self, kind: str, player: int) -> None:
        super().__init__(kind, player)
        self.kind = kind
        self.player = player


def make(
    kind: str, deck: Deck, secrets: Secrets, *, cut: int | None = None, places: Iterable[int] = ()
) -> Slices[Message]:
    """Make the message of ``kind`` that is due from the player of ``secrets``.

    LOCK and READY also say that he has verified every proof before; that is the caller's to know.

    Args:
        kind: one of `protocol.deck.messages.MESSAGES`.
        deck: the deck as it is settled.
        secrets: those of the player in this context.
        cut: for ``cut``, the number of places that are cut off.
        places: for ``share``, the places that the game lets him share.

    Raises:
        NotDueError: if the deck does not call for it; no secret has left then.
        ValueError: if the secrets belong to another context, or ``cut`` is missing or out of range.
    """
    player = secrets.player
    if secrets.ctx != deck.ctx:
        raise ValueError("these are the secrets of another context")
    basis = deck.basis(player, kind)
    if not deck.may_say(player, kind) or deck.has_said(player, kind) or basis is None:
        raise NotDueError(kind, player)
    match kind:
        case "commit":
            return proving.commit(secrets)
        case "shuffle":
            return (yield from proving.shuffle(secrets, basis, deck.deck_before(player)))
        case "shadow":
            before, transcript = deck.deck_before(player), deck.transcripts[player]
            return (yield from proving.shadow(secrets, transcript, before, deck.rounds, basis))
        case "coin":
            return proving.coin(secrets, basis)
        case "answer":
            return proving.answer(secrets, deck.transcripts[player], deck.challenge(player), basis)
        case "lock":
            transcript, key = deck.transcripts[player], deck.shuffles[player].key
            return (yield from proving.lock(secrets, transcript, key, basis, deck.locked_before(player)))
        case "ready":
            return Ready(basis)
        case "cut":
            if cut is None or not 0 <= cut < deck.n:
                raise ValueError("a cut is a number of places below the number of cards")
            return Cut(basis, cut)
        case "share":
            return shares_for(deck, secrets, places)
        case "reveal":
            return Reveal(basis, secrets.seed)
        case _:
            raise NotDueError(kind, player)


def shares_for(deck: Deck, secrets: Secrets, places: Iterable[int]) -> Share:
    """SHARE of the player's keys of ``places``; that all of them may leave is the caller's to know.

    Raises:
        NotDueError: before the cut, after the player's REVEAL, or for no place at all.
        ValueError: for a place that the deck does not have.
    """
    wanted = sorted(set(places))
    if not wanted or not deck.may_say(secrets.player, Share.kind) or deck.ready_value is None:
        raise NotDueError(Share.kind, secrets.player)
    return Share(deck.ready_value, tuple((place, own_lock(deck, secrets, place)) for place in wanted))


def own_lock(deck: Deck, secrets: Secrets, place: int) -> bytes:
    """The player's own key of a place, 32 bytes; with the shares of all others it opens the card to him.

    Raises:
        NotDueError: before the player has locked.
        ValueError: before the cut, or for a place that the deck does not have.
    """
    if not 0 <= place < deck.n:
        raise ValueError("no such place")
    if not deck.has_said(secrets.player, "lock"):
        raise NotDueError(Share.kind, secrets.player)
    transcript = deck.lock_transcripts[secrets.player]
    return write_scalar(secrets.lock(transcript, deck.index(place)))
