"""After a deal: the hands are opened, every play is judged again, and the deal is scored or annulled (A28–A37)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from joker_lan.engine.cards import Face
from joker_lan.engine.errors import WrongInput
from joker_lan.engine.game import Result, Step
from joker_lan.engine.table import EVERYONE, Seat, Slot
from joker_lan.games.classic.dealing import with_next_deal, with_same_deal
from joker_lan.games.classic.happenings import DealAnnulled, DealScored, GameEnded, Happening, StageScored
from joker_lan.games.classic.legality import lead_of, refusal, shows_void
from joker_lan.games.classic.play import laid
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.schedule import SEEN_BEFORE_TRUMP, schedule, trump_choices
from joker_lan.games.classic.scoring import deal_points, khisht, premium, winners
from joker_lan.games.classic.sheet import ChargeLine, DealLine, StageLine
from joker_lan.games.classic.state import HANDS, ClassicState, Phase


@dataclass(frozen=True, slots=True)
class Offence:
    """What the open hands prove: who broke which rule, and in which trick (from 1; None if it was no play)."""

    seat: Seat
    rule: Rule
    trick: int | None


def revealed(state: ClassicState, faces: Mapping[Slot, Face], missing: frozenset[Seat]) -> Step[ClassicState]:
    """Open all cards, judge the deal, and score it.

    When a seat is missing, or has left, faces may be missing too: then what is known is judged. One seat at most is
    charged: the first that is proven to have offended, in order of play; otherwise the first of the missing ones, from
    the dealer's left. If faces are missing though everybody has revealed, the shuffle was false: the deal is dealt
    again, and there is nobody whom these rules could charge.
    """
    if not missing <= frozenset(state.order):
        raise WrongInput(missing)
    try:
        table = state.table.opened(faces)
    except ValueError as error:
        raise WrongInput(*error.args) from error
    state = replace(state, table=table.shown(faces, EVERYONE), wants=None)
    is_lacking = any(slot not in faces for pile in table.piles.values() for slot in pile)
    if is_lacking and not missing and not state.void:
        return Step(with_same_deal(state), (DealAnnulled(state.deal, None, None, None),))
    offence = first_offence(state)
    if offence is None and missing:
        offence = Offence(next(seat for seat in state.order if seat in missing), Rule.A37, None)
    if offence is not None:
        return _charged(state, offence)
    if state.void:
        return Step(with_same_deal(state))
    return _scored(state)


def first_offence(state: ClassicState) -> Offence | None:
    """Judge what was done in a deal with open hands, by the functions that judged it closed; the first counts."""
    faces = state.table.faces
    tricks = [trick.plays for trick in state.history]
    if state.trick:
        tricks.append(state.trick)
    hands: dict[Seat, list[Slot]] = {seat: list(state.table.pile(HANDS[seat])) for seat in state.order}
    for plays in tricks:
        for played in plays:
            hands[played.seat].append(played.slot)

    chooser = state.order[0]
    if state.turned is None and state.trump is not None:
        seen = [faces[slot] for slot in sorted(hands[chooser])[:SEEN_BEFORE_TRUMP] if slot in faces]
        if state.trump not in trump_choices(state.options, seen):
            return Offence(chooser, Rule.A12, None)

    shown_void: set[Seat] = set()
    for number, plays in enumerate(tricks, start=1):
        lead = lead_of(state.options, laid(state, plays[0]))
        for played in plays:
            seat, card = played.seat, laid(state, played)
            known = [faces[slot] for slot in hands[seat] if slot in faces]
            asked = None if played is plays[0] else lead
            refused = refusal(state.options, known, card, asked, state.trump, shown_void=seat in shown_void)
            if refused is not None:
                return Offence(seat, refused.rule, number)
            if asked is not None and shows_void(state.options, card, asked, state.trump):
                shown_void.add(seat)
            hands[seat].remove(played.slot)
    return None


def _charged(state: ClassicState, offence: Offence) -> Step[ClassicState]:
    """Charge the offender on his own line and have the deal dealt again (A37)."""
    line = ChargeLine(state.deal, offence.seat, -state.options.revoke_penalty, offence.rule)
    totals = tuple(total + (line.points if seat == line.seat else 0) for seat, total in enumerate(state.totals))
    happened = DealAnnulled(state.deal, offence.seat, offence.rule, offence.trick)
    return Step(with_same_deal(replace(state, sheet=(*state.sheet, line), totals=totals)), (happened,))


def _scored(state: ClassicState) -> Step[ClassicState]:
    """Write down the deal, at the end of a stage its premium, and after the last deal the result (A28–A36)."""
    plan = schedule(state.options, state.players)
    planned = plan[state.deal - 1]
    seats = range(state.players)
    taken = {seat: state.taken[seat] for seat in state.order}
    points = deal_points(state.options, state.cards_each, state.bids, taken, full=planned.full)
    line = DealLine(
        deal=state.deal,
        stage=state.stage,
        dealer=state.dealer,
        cards=state.cards_each,
        bids=tuple(state.bids.get(seat) for seat in seats),
        taken=tuple(taken.get(seat) for seat in seats),
        points=tuple(points.get(seat, 0) for seat in seats),
        khisht=khisht(state.options, state.bids, taken),
    )
    totals = tuple(total + more for total, more in zip(state.totals, line.points, strict=True))
    state = replace(state, sheet=(*state.sheet, line), totals=totals)
    happenings: list[Happening] = [DealScored(line)]
    last = state.deal == len(plan)
    if planned.ends_stage or last:
        stage = _stage_line(state, finished=planned.ends_stage)
        totals = tuple(total + bonus - loss for total, bonus, loss in zip(totals, stage.bonus, stage.loss, strict=True))
        state = replace(state, sheet=(*state.sheet, stage), totals=totals)
        happenings.append(StageScored(stage))
    if not last:
        return Step(with_next_deal(state), tuple(happenings))
    result = Result(totals, winners(state.options, totals))
    happenings.append(GameEnded(result))
    return Step(replace(state, phase=Phase.OVER, result=result), tuple(happenings))


def _stage_line(state: ClassicState, *, finished: bool) -> StageLine:
    """Sum up a stage; a stage that a shortened game does not finish has no premium."""
    deals = [line for line in state.sheet if isinstance(line, DealLine) and line.stage == state.stage]
    subtotal = tuple(map(sum, zip(*(line.points for line in deals), strict=True)))
    nothing = (0,) * state.players
    if not finished:
        return StageLine(state.stage, subtotal, nothing, nothing, frozenset())
    counting = [seat for seat in range(state.players) if all(line.bids[seat] is not None for line in deals)]
    exact = [seat for seat in counting if all(line.bids[seat] == line.taken[seat] for line in deals)]
    given = premium(state.options, [line.points for line in deals], exact, counting)
    return StageLine(state.stage, subtotal, given.bonus, given.loss, given.earned)
