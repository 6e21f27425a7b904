"""What happened, one sentence each: for the eyes of a line-by-line player, for ears, and for the replay.

Takes the happenings of the game and who sits where. Decides nothing and remembers nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cli.cards import card_text
from cli.paper import names_of, stage_name
from cli.text import _, ngettext
from cli.texts_classic import call_text, offence_text, trump_text
from joker_lan.engine import Seat
from joker_lan.games.classic.happenings import (
    BidMade,
    CardPlayed,
    DealAnnulled,
    DealBegan,
    DealScored,
    FirstDealerDrawn,
    GameEnded,
    PresenceChanged,
    StageScored,
    TrickTaken,
    TrumpChosen,
    TrumpTurned,
)
from joker_lan.games.classic.sheet import DealLine, StageLine
from protocol.seat import Person

__all__ = ["Listener", "describe"]


@dataclass(frozen=True, slots=True)
class Listener:
    """To whom it is told.

    Attributes:
        people: who sits where.
        me: the seat that is called "you"; None for somebody who looks on.
        ascii: letters only.
        bids: the bids of the deal, where they are known, for "2 taken, 3 bid".
    """

    people: tuple[Person, ...]
    me: Seat | None = None
    ascii: bool = False
    bids: Mapping[Seat, int] = field(default_factory=dict)

    def name(self, seat: Seat) -> str:
        """Return the name of a seat in the third person."""
        return names_of(self.people, seat + 1)[seat]

    def names(self, seats: Sequence[Seat]) -> str:
        """Return several names, the listener as "you"."""
        return ", ".join(_("you") if seat == self.me else self.name(seat) for seat in seats)

    def someone(self, seat: Seat) -> str:
        """Return a name, or "you"."""
        return _("you") if seat == self.me else self.name(seat)


def describe(
    happening: Any,
    people: Sequence[Person],
    *,
    me: Seat | None = None,
    ascii: bool = False,
    bids: Mapping[Seat, int] | None = None,
) -> str:
    """Return the sentence for a happening of classic Joker; empty for one that needs no telling.

    Args:
        happening: what happened.
        people: who sits where.
        me: the seat that is called "you".
        ascii: letters only.
        bids: the bids of the deal by seat, if known.
    """
    to = Listener(tuple(people), me, ascii, bids or {})
    match happening:
        case FirstDealerDrawn():
            return _first_dealer(happening, to)
        case DealBegan():
            return _deal_began(happening, to)
        case TrumpTurned(face, trump):
            return _("Turned up: {card}. Trump: {trump}.").format(
                card=card_text(face, ascii=ascii), trump=trump_text(trump)
            )
        case TrumpChosen():
            return _trump_chosen(happening, to)
        case BidMade(seat, tricks):
            return _bid_made(seat, tricks, to)
        case CardPlayed():
            return _card_played(happening, to)
        case TrickTaken(winner, tricks):
            return _trick_taken(winner, tricks, to)
        case DealScored(line):
            return _deal_scored(line, to)
        case StageScored(line):
            return _stage_scored(line, to)
        case DealAnnulled():
            return _deal_annulled(happening, to)
        case PresenceChanged(present):
            return _("At the table from now on: {names}.").format(names=to.names(sorted(present)))
        case GameEnded(result):
            return _winners(sorted(result.winners), to)
        case _:
            return ""


def _first_dealer(happening: FirstDealerDrawn, to: Listener) -> str:
    cards = ", ".join(
        f"{to.someone(seat)}: {card_text(face, ascii=to.ascii)}" for seat, face in happening.shown[-len(to.people) :]
    )
    more = "… " if len(happening.shown) > len(to.people) else ""
    more = more.replace("…", "...") if to.ascii else more
    shown = _("Cards are dealt open until an ace comes: {cards}.").format(cards=more + cards)
    if happening.dealer == to.me:
        return shown + " " + _("You deal first.")
    return shown + " " + _("{name} deals first.").format(name=to.name(happening.dealer))


def _deal_began(happening: DealBegan, to: Listener) -> str:
    where = _("Deal {deal}, stage {stage}.").format(deal=happening.deal, stage=stage_name(happening.stage))
    cards = ngettext("{count} card each.", "{count} cards each.", happening.cards_each)
    mine = happening.dealer == to.me
    dealer = _("You deal.") if mine else _("{name} deals.").format(name=to.name(happening.dealer))
    return f"{where} {cards.format(count=happening.cards_each)} {dealer}"


def _trump_chosen(happening: TrumpChosen, to: Listener) -> str:
    if happening.looked:
        if happening.seat == to.me:
            return _("You look at the fourth card: no trump in this deal.")
        return _("{name} looks at the fourth card: no trump in this deal.").format(name=to.name(happening.seat))
    if happening.seat == to.me:
        return _("You choose trump: {trump}.").format(trump=trump_text(happening.trump))
    return _("{name} chooses trump: {trump}.").format(name=to.name(happening.seat), trump=trump_text(happening.trump))


def _bid_made(seat: Seat, tricks: int, to: Listener) -> str:
    if tricks == 0:
        return _("You pass.") if seat == to.me else _("{name} passes.").format(name=to.name(seat))
    if seat == to.me:
        return _("You bid {tricks}.").format(tricks=tricks)
    return _("{name} bids {tricks}.").format(name=to.name(seat), tricks=tricks)


def _card_played(happening: CardPlayed, to: Listener) -> str:
    card = card_text(happening.face, ascii=to.ascii)
    if happening.call is None:
        if happening.seat == to.me:
            return _("You play {card}.").format(card=card)
        return _("{name} plays {card}.").format(name=to.name(happening.seat), card=card)
    call = call_text(happening.call)
    if happening.seat == to.me:
        return _("You play the joker {card}: it {call}.").format(card=card, call=call)
    return _("{name} plays the joker {card}: it {call}.").format(name=to.name(happening.seat), card=card, call=call)


def _trick_taken(winner: Seat, tricks: int, to: Listener) -> str:
    bid = to.bids.get(winner)
    if bid is None:
        count = ngettext("{count} trick so far", "{count} tricks so far", tricks).format(count=tricks)
    else:
        count = _("{tricks} taken, {bid} bid").format(tricks=tricks, bid=bid)
    if winner == to.me:
        return _("You take the trick: {count}.").format(count=count)
    return _("{name} takes the trick: {count}.").format(name=to.name(winner), count=count)


def _deal_scored(line: DealLine, to: Listener) -> str:
    parts = []
    for seat, points in enumerate(line.points):
        bid, taken = line.bids[seat], line.taken[seat]
        if bid is None or taken is None:
            continue
        parts.append(
            _("{name} bid {bid}, took {taken}: {points}").format(
                name=to.someone(seat), bid=bid, taken=taken, points=f"{points:+}" if points else "0"
            )
            + (_(" (khisht)") if seat in line.khisht else "")
        )
    return _("Deal {deal} counts: {results}.").format(deal=line.deal, results="; ".join(parts))


def _stage_scored(line: StageLine, to: Listener) -> str:
    sums = ", ".join(f"{to.someone(seat)} {points}" for seat, points in enumerate(line.subtotal))
    sentences = [_("Stage {stage} is over: {sums}.").format(stage=stage_name(line.stage), sums=sums)]
    for seat, bonus in enumerate(line.bonus):
        if bonus:
            sentences.append(_("Premium for {name}: {points}.").format(name=to.someone(seat), points=f"+{bonus}"))
    losses = ", ".join(f"{to.someone(seat)} {-loss}" for seat, loss in enumerate(line.loss) if loss)
    if losses:
        sentences.append(_("The others lose their best deal: {losses}.").format(losses=losses))
    return " ".join(sentences)


def _deal_annulled(happening: DealAnnulled, to: Listener) -> str:
    again = _("Deal {deal} does not count and is dealt again by the same dealer.").format(deal=happening.deal)
    if happening.offender is None:
        return again
    what = "" if happening.rule is None else offence_text(happening.rule)
    rule = "" if happening.rule is None else happening.rule.value
    name = to.someone(happening.offender)
    if happening.trick is None:
        found = _("Charged is {name}: {what} (rule {rule}).").format(name=name, what=what, rule=rule)
    else:
        found = _("Found when the hands were opened, trick {trick}, {name}: {what} (rule {rule}).").format(
            trick=happening.trick, name=name, what=what, rule=rule
        )
    return f"{found} {again}"


def _winners(winners: Sequence[Seat], to: Listener) -> str:
    if len(winners) > 1:
        return _("The game is over. Shared victory: {names}.").format(names=to.names(winners))
    if not winners:
        return _("The game is over without a winner.")
    if winners[0] == to.me:
        return _("The game is over. You win.")
    return _("The game is over. {name} wins.").format(name=to.name(winners[0]))
