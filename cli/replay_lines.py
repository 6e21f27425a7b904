"""Shots of a replay in words: what happened, and how the table stood.

Responsible for the words of one shot, using the sentences of the live table. It must not choose shots.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cli.cards import card_text, sorted_hand
from cli.film import Shot
from cli.paper import names_of
from cli.plain.screen import mood_text
from cli.plain.sentences import describe
from cli.text import _, ngettext
from cli.texts_classic import call_text, trump_text
from joker_lan.engine import Face, Seat
from joker_lan.games.classic.happenings import BidMade, CardPlayed, DealBegan
from joker_lan.games.classic.legality import Laid, winner
from joker_lan.games.classic.pack import is_joker
from joker_lan.games.classic.state import HANDS, ClassicState
from protocol.replay import All, Seeing
from protocol.seat import Person

__all__ = ["Telling", "begins_bidding", "begins_deal", "leads", "plays_card"]


@dataclass(frozen=True, slots=True)
class Telling:
    """How a film is told: with whose names, and with which signs."""

    people: tuple[Person, ...]
    ascii: bool = False

    def happenings(self, shot: Shot) -> Iterator[str]:
        """Yield a sentence for everything that happened in this shot."""
        for happening in shot.moment.happenings:
            line = describe(happening, self.people, ascii=self.ascii, bids=shot.after.bids)
            if line:
                yield line
            if isinstance(happening, BidMade):
                mood = mood_text(shot.after)
                if mood:
                    yield mood

    def hands(self, state: ClassicState) -> Iterator[str]:
        """Yield the cards of every hand, as far as this view knows them; nothing if it knows none."""
        slots = [slot for seat in state.order for slot in state.table.pile(HANDS[seat])]
        if not any(slot in state.table.faces for slot in slots):
            return
        for seat in state.order:
            yield _("{name} holds {cards}").format(name=self._name(state, seat), cards=self._hand(state, seat))

    def table(self, state: ClassicState) -> Iterator[str]:
        """Yield how the table stands: trump, bids and tricks, the trick in play, the hands."""
        trump = trump_text(state.trump) if state.trump_named else _("not chosen yet")
        yield _("Trump: {trump}.").format(trump=trump)
        for seat in state.order:
            bid = state.bids.get(seat)
            if bid is not None:
                yield _("{name}: bid {bid}, took {taken}.").format(
                    name=self._name(state, seat), bid=bid, taken=state.taken[seat]
                )
        for play in state.trick:
            face = state.table.faces.get(play.slot)
            card = _("a closed card") if face is None else card_text(face, ascii=self.ascii)
            said = f" ({call_text(play.call)})" if play.call is not None else ""
            yield _("On the table: {card} by {name}").format(card=card + said, name=self._name(state, play.seat))
        yield from self._ahead(state)
        yield from self.hands(state)

    def closed(self, state: ClassicState, seeing: Seeing) -> str:
        """Return a sentence about hands that were asked for and cannot be shown yet; empty if there are none."""
        match seeing:
            case None:
                return ""
            case All():
                seats = state.order
            case seat:
                seats = (seat,)
        slots = [slot for seat in seats for slot in state.table.pile(HANDS[seat])]
        if all(slot in state.table.faces for slot in slots):
            return ""
        return _("Deal {deal} is not over: the cards that are still in hand are closed until then.").format(
            deal=state.deal
        )

    def _ahead(self, state: ClassicState) -> Iterator[str]:
        """Yield whose card wins the trick in play so far."""
        laid = []
        for play in state.trick:
            face = state.table.faces.get(play.slot)
            if face is None:
                return
            laid.append(Laid(face, play.call))
        if laid:
            place = winner(state.options, laid, state.trump)
            yield _("Winning so far: {card}, {name}.").format(
                card=card_text(laid[place].face, ascii=self.ascii), name=self._name(state, state.trick[place].seat)
            )

    def _hand(self, state: ClassicState, seat: Seat) -> str:
        slots = state.table.pile(HANDS[seat])
        known = [slot for slot in slots if slot in state.table.faces]

        def joker(face: Face) -> bool:
            return is_joker(state.options, face)

        trump = state.trump if state.trump_named else None
        cards = [
            card_text(state.table.faces[slot], ascii=self.ascii)
            for slot in sorted_hand(known, state.table.faces.get, trump=trump, is_joker=joker)
        ]
        closed = len(slots) - len(known)
        if closed:
            cards.append(ngettext("{n} closed card", "{n} closed cards", closed).format(n=closed))
        return " ".join(cards) if cards and not closed else ", ".join(cards) or _("nothing")

    def _name(self, state: ClassicState, seat: Seat) -> str:
        return names_of(self.people, state.players)[seat]


def begins_deal(shot: Shot) -> bool:
    """Say whether a deal began in this shot."""
    return any(isinstance(happening, DealBegan) for happening in shot.moment.happenings)


def begins_bidding(shot: Shot) -> bool:
    """Say whether this is the first bid of a deal: all hands are dealt and nothing was played, so they are told."""
    return len(shot.after.bids) == 1 and any(isinstance(happening, BidMade) for happening in shot.moment.happenings)


def plays_card(shot: Shot) -> bool:
    """Say whether a card was played in this shot."""
    return any(isinstance(happening, CardPlayed) for happening in shot.moment.happenings)


def leads(shot: Shot) -> bool:
    """Say whether the first card of a trick was played in this shot."""
    return plays_card(shot) and not shot.before.trick
