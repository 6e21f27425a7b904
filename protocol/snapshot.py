"""What a local seat may know of its session at one moment, as the snapshot that faces show.

Pure: it looks at a session and changes nothing. Who waits for the next snapshot, and on what, it does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from joker_lan.engine import Deck as WantDeck
from joker_lan.engine import Reveal, Seat
from protocol.calls import calls
from protocol.position import people_of
from protocol.seat import Broken, Drawing, Over, Paused, Phase, Playing, Preparing, Revealing, Snapshot

if TYPE_CHECKING:
    from protocol.position import JointDeck, Position
    from protocol.session import Session


def snapshot_of(session: Session, seat: Seat, number: int) -> Snapshot:
    """Return what a local seat may know now."""
    position, terms = session.match.last, session.match.terms
    view, may_act = session.view(seat), session.may_act(seat)
    return Snapshot(
        number=number,
        seat=seat,
        game=terms.game.id,
        options=terms.options,
        phase=phase_of(session),
        view=view,
        offers=terms.game.offers(view, seat) if may_act else (),
        may_act=may_act,
        people=people_of(position, session.identity.names),
        title=position.title,
        check=position.check,
        rules_code=terms.rules_code,
        entry=position.n,
        final_entry=session.ledger.final,
        proved=position.proved,
        notices=session.notices(seat),
        waited_for=waited_for(position),
    )


def waited_for(position: Position) -> tuple[Seat, ...]:
    """Return the seats that owe the next word: something is asked of them, or it is their turn."""
    return tuple(seat for seat in position.present if calls(position, seat) or position.may_act(seat))


def phase_of(session: Session) -> Phase:
    """Return the phase that faces show."""
    position = session.match.last
    if session.guilt is not None:
        return Broken(session.guilt.wrong, session.guilt.seat)
    if position.convictions:
        return Broken(position.convictions[0].code, position.convictions[0].seat)
    if session.lost is not None:
        return Broken("lost", session.lost)
    if position.is_over and position.state.result is not None and session.ledger.final == position.n:
        return Over(position.state.result)
    if session.awaited:
        return Paused(session.awaited)
    if not position.check or position.draw is not None:
        return Drawing()
    if isinstance(position.state.wants, Reveal) or position.closed is not None or position.is_over:
        return Revealing()  # the last agreement too is waited for until it is final
    if isinstance(position.state.wants, WantDeck):
        return _preparing(position.preparing, len(position.present))
    return Playing()


def _preparing(joint: JointDeck | None, seats: int) -> Preparing:
    of = 7 * seats
    if joint is None:
        return Preparing(0, of)
    deck = joint.deck
    lists = (deck.commits, deck.shadows, deck.coins, deck.answers)
    said = sum(each is not None for one in lists for each in one)
    return Preparing(said + len(deck.shuffles) + len(deck.locks) + len(deck.readys), of)
