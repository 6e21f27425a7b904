"""What the log asks of each seat: one pure function, to make statements, to judge them and to name who is waited for.

Choices of the players (`act`) and accusations are not called for; everything else is said when it is called for and at
no other time.
"""

from dataclasses import dataclass

from joker_lan.engine import Deck as WantDeck
from joker_lan.engine import Draw, Pack, Reveal, Seat
from protocol.position import JointDeck, Position
from protocol.statements import DRAW_ID, Open


@dataclass(frozen=True, slots=True)
class Call:
    """A statement that a seat must make now.

    Attributes:
        kind: its kind.
        of: number of the deck or draw it belongs to, of a closing entry for `agree`, else 0; 1 for the table's name.
    """

    kind: str
    of: int = 0


def calls(position: Position, seat: Seat) -> tuple[Call, ...]:
    """Return what the seat must say now, play before the preparation of the next deck."""
    if position.convictions:
        return ()
    if not all(position.names) or not position.title:
        return _naming(position, seat)
    wanted: list[Call] = []
    closed, playing, wants = position.closed, position.playing, position.state.wants
    if closed is not None and seat not in closed.agreed:
        wanted.append(Call("agree", closed.entry))
    if position.draw is not None and (kind := position.draw.due(seat)):
        wanted.append(Call(kind, position.draw.number))
    if playing is not None:
        is_revealed = playing.deck.reveals[playing.player(seat)] is not None
        if isinstance(wants, Reveal) and playing.number in wants.decks and not is_revealed:
            wanted.append(Call("reveal", playing.number))
        if position.owed_places(seat):
            wanted.append(Call("share", playing.number))
    if position.preparing is not None:
        wanted.extend(_of_preparing(position, position.preparing, seat))
    if seat == min(position.present) and (opening := expected_open(position)) is not None:
        wanted.append(Call("open", opening.number))
    return tuple(wanted)


def _naming(position: Position, seat: Seat) -> tuple[Call, ...]:
    if not position.names[seat]:
        return (Call("name"),)
    return (Call("name", 1),) if seat == 0 and not position.title else ()


def _of_preparing(position: Position, preparing: JointDeck, seat: Seat) -> tuple[Call, ...]:
    due = preparing.deck.due(preparing.player(seat))
    wants = position.state.wants
    # The deal before must be agreed upon before anybody can learn a card of the next: the cut is the last gate.
    may_cut = isinstance(wants, WantDeck) and wants.cutter == seat and position.closed is None
    return tuple(Call(kind, preparing.number) for kind in due if kind != "cut" or may_cut)


def expected_open(position: Position) -> Open | None:
    """Return the one deck or draw that may be opened now, None if there is none."""
    number, wants = position.opened + 1, position.state.wants
    if position.draw is None and isinstance(wants, Draw):
        return Open(number=number, deck_id=DRAW_ID, n=0, rounds=0, parent=b"", cards=())
    if position.preparing is not None or (pack := next_pack(position)) is None:
        return None
    return Open(number=number, deck_id=pack.id, n=len(pack), rounds=position.terms.start.rounds, parent=b"", cards=())


def next_pack(position: Position) -> Pack | None:
    """Return the cards of the deck to be prepared now: what the state wants, or is sure to want after this deal."""
    wants = position.state.wants
    if isinstance(wants, WantDeck):
        return wants.cards
    # One deck ahead and no more: the next is prepared only while one is being played.
    if position.playing is None:
        return None
    pack: Pack | None = position.terms.game.next_pack(position.state)
    return pack
