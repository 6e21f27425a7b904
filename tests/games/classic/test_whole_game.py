"""Golden playthrough of one whole game of classic Joker: every decision of 24 deals, with all that was legal instead.

The short playthroughs of every game tell each happening in full; this one is terse, so that a whole game can be read.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import assert_never

from joker_lan.engine import Acted, Slot, face_code
from joker_lan.engine.cards import Face
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Action, Bid, ChooseTrump, Demand, JokerCall, LookAtFourth, Play
from joker_lan.games.classic.happenings import (
    BidMade,
    CardPlayed,
    DealAnnulled,
    DealBegan,
    DealScored,
    FirstDealerDrawn,
    GameEnded,
    Happening,
    PresenceChanged,
    StageScored,
    TrickTaken,
    TrumpChosen,
    TrumpTurned,
)
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.state import HANDS, ClassicState
from tests.support.golden import Golden
from tests.support.laws import legal_actions
from tests.support.playout import Moment, playout

SEED = 947
"""Of the first 1500 games the only one in which somebody is on premium, once."""

LEGEND = f"""\
classic, wiki, 4 players: a whole game, random legal play from seed {SEED}

A line for each decision: the seat, what it did, and after "of" all that was legal.
A joker is followed by its call: high, low or nominal, the suit, and + for its highest, - for its lowest, * for any.
At the end of a deal each seat has bid/taken=points (! marks a khisht), at the end of a stage sum+premium-loss.
"""

DEMANDS = {Demand.HIGHEST: "+", Demand.LOWEST: "-", Demand.ANY: "*", None: ""}


def called(call: JokerCall | None) -> str:
    """Return the call of a joker: `:high H+`."""
    if call is None:
        return ""
    return f":{call.mode}" + (f" {call.suit}{DEMANDS[call.demand]}" if call.suit else "")


def done(action: Action, faces: Mapping[Slot, Face]) -> str:
    """Return a decision in a word or two."""
    match action:
        case Bid(tricks):
            return str(tricks)
        case Play(slot, call):
            return face_code(faces[slot]) + called(call)
        case ChooseTrump(suit):
            return suit or "no trump"
        case LookAtFourth():
            return "look"
        case _:
            assert_never(action)


def alternatives(actions: Iterable[Action], faces: Mapping[Slot, Face]) -> str:
    """Return all that is legal; the calls of one joker stand together behind it."""
    cards: dict[str, list[str]] = {}
    for action in actions:
        card, _, call = done(action, faces).partition(":")
        cards.setdefault(card, []).extend([call] if call else [])
    return ", ".join(
        card + (f":({' '.join(said.replace(' ', '') for said in said_of)})" if said_of else "")
        for card, said_of in cards.items()
    )


def by_seat(values: Iterable[object]) -> str:
    """Return one value for each seat."""
    return "  ".join(str(value) for value in values)


def happened(happening: Happening) -> str | None:
    """Return what is worth a line; decisions have theirs already."""
    match happening:
        case FirstDealerDrawn(dealer, centre, shown):
            cards = " ".join(f"{seat}:{face_code(face)}" for seat, face in shown)
            return f"centre {face_code(centre) if centre else '-'}, then {cards}: seat {dealer} deals first"
        case DealBegan(deal, stage, cards_each, dealer):
            return f"\n== deal {deal}, stage {stage}: {cards_each} each, seat {dealer} deals"
        case TrumpTurned(face, trump):
            return f"turned {face_code(face)}, trump {trump or 'none'}"
        case TrumpChosen(_, trump, _):
            return f"trump {trump or 'none'}"
        case TrickTaken(winner, tricks):
            return f"  -> {winner}, his {tricks}."
        case DealScored(line):
            cells = zip(line.bids, line.taken, line.points, range(4), strict=True)
            return by_seat(f"{bid}/{taken}={points}{'!' * (seat in line.khisht)}" for bid, taken, points, seat in cells)
        case StageScored(line):
            sums = zip(line.subtotal, line.bonus, line.loss, strict=True)
            return f"\n== stage {line.stage}: " + by_seat(f"{total}+{bonus}-{loss}" for total, bonus, loss in sums)
        case GameEnded(result):
            return f"\n== the end: {by_seat(result.scores)}, won by {sorted(result.winners)}"
        case BidMade() | CardPlayed():
            return None
        case DealAnnulled() | PresenceChanged():
            raise AssertionError("everybody stays and plays by the rules")
        case _:
            assert_never(happening)


def told(moments: Iterable[Moment]) -> Iterator[str]:
    """Return the game line by line."""
    for moment in moments:
        before: ClassicState = moment.before
        after: ClassicState = moment.after
        faces = after.table.faces
        for given in moment.inputs:
            if isinstance(given, Acted):
                choices = alternatives(legal_actions(GAME, before, given.seat), faces)
                yield f"{given.seat} {done(given.action, faces):12} of {choices}"
        for each in moment.happenings:
            line = happened(each)
            if line is not None:
                yield line
            if isinstance(each, DealBegan):
                hands = (after.table.pile(HANDS[seat]) for seat in range(4))
                yield from (
                    f"hand {seat}: {' '.join(face_code(faces[slot]) for slot in hand)}"
                    for seat, hand in enumerate(hands)
                )
        if after.totals != before.totals:
            yield f"totals {by_seat(after.totals)}"


def test_a_whole_game(golden: Golden) -> None:
    moments = playout(GAME, Options(), 4, Random(SEED))
    golden(LEGEND + "\n" + "\n".join(told(moments)) + "\n", "classic/whole.txt")
