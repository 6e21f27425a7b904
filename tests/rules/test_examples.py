"""The worked cases of `examples.json`: each is one test named by its id.

The environment variable JOKER_EXAMPLES names another file of the same format to be read instead. Kinds of cases that
are not built yet are skipped as pending, each by its id: `pytest -rs` lists them.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from joker_lan.engine import Acted, Card, Face, Rank, Shuffled, Slot, Suit, face_code, face_of_code
from joker_lan.engine.options import schema
from joker_lan.engine.tricks import clockwise, right_of
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import ChooseTrump, Demand, JokerCall, LookAtFourth, Mode
from joker_lan.games.classic.dealing import with_deal
from joker_lan.games.classic.legality import Laid, Lead, lead_of, legal, shows_void, winner
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import pack, trump_of
from joker_lan.games.classic.schedule import ace_deal, bid_mood, closed_bid, schedule, stages, trump_choices
from joker_lan.games.classic.scoring import deal_points, deal_terms, khisht, premium, winners

Plain: TypeAlias = Mapping[str, Any]

EXAMPLES = Path(os.environ.get("JOKER_EXAMPLES") or Path(__file__).with_name("examples.json"))

OWN: Sequence[Plain] = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
CASES: Sequence[Plain] = json.loads(EXAMPLES.read_text(encoding="utf-8"))


def options_of(case: Plain) -> Options:
    """Return the default house rules with the values that the case names."""
    names = {each.key: each.name for each in schema(Options)}
    return Options(**{names[key]: value for key, value in case["options"].items()})


def seats_of(case: Plain) -> int:
    """Return the number of players: as the case says, otherwise four."""
    return int(case["given"].get("players", case["options"].get("players", 4)))


def suit_of(letter: str | None) -> Suit | None:
    """Return a suit, or None for no trump."""
    return None if letter is None else Suit(letter)


def call_of(said: Plain | None) -> JokerCall | None:
    """Return the call of a joker: mode in capital letters, suit and demand where there are any."""
    if not said or "mode" not in said:
        return None
    demand = said.get("demand")
    return JokerCall(
        Mode(said["mode"].lower()), suit_of(said.get("suit")), None if demand is None else Demand(demand.lower())
    )


def lead_in(options: Options, lead: Plain | None) -> Lead | None:
    """Return what a first card asks for."""
    return None if lead is None else lead_of(options, Laid(face_of_code(lead["card"]), call_of(lead)))


def faces_of(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the faces with these codes."""
    return tuple(map(face_of_code, codes))


def a_schedule(case: Plain) -> Plain:
    """A6, A7: cards each, deal by deal."""
    options, players = options_of(case), seats_of(case)
    planned = schedule(options, players)
    by_stage = [[deal.cards for deal in planned if deal.stage == stage] for stage in (1, 2, 3, 4)]
    return {"pulkas": [stage for stage in by_stage if stage], "deals": len(planned)}


def a_first_dealer(case: Plain) -> Plain:
    """A8: the cards in the order dealt; what lies in the centre is the first of them, or named by itself."""
    options, given = options_of(case), case["given"]
    cards = faces_of(given["cards"])
    first = cards[0]
    searched_out = options.first_dealer == "ace_in_centre" and isinstance(first, Card) and first.rank is Rank.ACE
    if "centre" not in given and (options.first_dealer == "ace_topcard" or searched_out):
        cards = cards[1:]
    return {"dealer": ace_deal(cards, given["firstReceiver"], seats_of(case)).dealer}


def a_rotation(case: Plain) -> Plain:
    """A9, A10, A13, A15: who deals, cuts, bids and leads in a later deal, everybody being present."""
    players, dealer = seats_of(case), case["given"]["firstDealer"]
    everybody = range(players)
    for _ in range(case["given"]["dealIndex"]):
        dealer = clockwise(dealer, players, everybody)[0]
    order = clockwise(dealer, players, everybody)
    return {
        "dealer": dealer,
        "firstBidder": order[0],
        "firstLeader": order[0],
        "cutter": right_of(dealer, players, everybody),
        "lastBidder": order[-1],
    }


def a_trump(case: Plain) -> Plain:
    """A11: the turned card. A12: what the chooser did, in the first full deal of a game that stands just before it."""
    options, given, players = options_of(case), case["given"], seats_of(case)
    if given.get("nextCard") is not None:
        return {"trump": trump_of(options, face_of_code(given["nextCard"]))}
    deal = len(stages(options, players)[0]) + 1
    state = with_deal(GAME.begin(options, players), deal, given["dealer"])
    state = GAME.fold(state, Shuffled("stock", tuple(Slot(1, place) for place in range(len(pack(options)))))).state
    (chooser,) = state.to_act
    choice = LookAtFourth() if given.get("fourthCardSeen") else ChooseTrump(suit_of(given.get("choice")))
    state = GAME.fold(state, Acted(chooser, choice)).state
    assert state.trump_named
    return {"trump": state.trump, "chooser": chooser}


def a_trump_choices(case: Plain) -> Plain:
    """A12: in the order of the letters, no trump last."""
    choices = trump_choices(options_of(case), faces_of(case["given"]["firstThree"]))
    return {"choices": sorted(choices, key=lambda suit: (suit is None, suit or ""))}


def a_dealer_bids(case: Plain) -> Plain:
    """A13, A14: what the dealer may bid."""
    cards, others = case["given"]["cardsEach"], case["given"]["previousBids"]
    closed = closed_bid(options_of(case), cards, others)
    return {"legal": [bid for bid in range(cards + 1) if bid != closed], "forbidden": closed}


def a_bid_mood(case: Plain) -> Plain:
    """A14: pushing or fighting."""
    given = case["given"]
    return {"total": sum(given["bids"]), "mood": bid_mood(given["cardsEach"], given["bids"])}


def a_legal(case: Plain) -> Plain:
    """A16–A22: card -> the ways it may be played, `-` for an ordinary card."""
    options, given = options_of(case), case["given"]
    plays = legal(
        options,
        faces_of(given["hand"]),
        lead_in(options, given.get("lead")),
        suit_of(given.get("trump")),
        shown_void=given.get("shownVoidOfTrump", False),
    )
    ways: dict[str, list[str]] = {}
    for laid in plays:
        way = "-" if laid.call is None else laid.call.mode.upper()
        if way not in ways.setdefault(face_code(laid.face), []):
            ways[face_code(laid.face)].append(way)
    return ways


def a_lead_cards(case: Plain) -> Plain:
    """A15, A27: the cards that may be led."""
    given = case["given"]
    plays = legal(options_of(case), faces_of(given["hand"]), None, suit_of(given.get("trump")), shown_void=False)
    return {"leads": sorted({face_code(laid.face) for laid in plays})}


def a_ban_trace(case: Plain) -> Plain:
    """A20: what one player's cards in earlier tricks prove."""
    options, trump = options_of(case), suit_of(case["given"]["trump"])
    shown = False
    for event in case["given"]["events"]:
        lead = lead_in(options, event.get("lead"))
        laid = Laid(face_of_code(event["played"]), call_of(event))
        shown = shown or (lead is not None and shows_void(options, laid, lead, trump))
    return {"shownVoidOfTrump": shown}


def a_winner(case: Plain) -> Plain:
    """A23–A25: who takes the trick."""
    plays = case["given"]["plays"]
    cards = tuple(Laid(face_of_code(play[1]), call_of(play[2]) if len(play) > 2 else None) for play in plays)
    return {"winner": plays[winner(options_of(case), cards, suit_of(case["given"].get("trump")))][0]}


def a_score(case: Plain) -> Plain:
    """A29–A31: row by row, each a player for himself."""
    options, largest = options_of(case), stages(options_of(case), seats_of(case))[1][0]
    scores = []
    for cards, bid, taken in case["given"]["rows_n_bid_taken"]:
        struck = 0 in khisht(options, {0: bid}, {0: taken})
        terms = deal_terms(options, cards, bid, taken, full=cards == largest, struck=struck)
        scores.append(sum(term.points for term in terms))
    return {"scores": scores}


def a_premium(case: Plain) -> Plain:
    """A32–A35: a whole stage."""
    options, given = options_of(case), case["given"]
    bids, taken = given["bidsByDeal"], given["takenByDeal"]
    seats = range(len(bids[0]))
    sizes = given["cardsEach"] if isinstance(given["cardsEach"], list) else [given["cardsEach"]] * len(bids)
    largest = stages(options, len(seats))[1][0]
    points = [
        list(deal_points(options, cards, dict(enumerate(bid)), dict(enumerate(took)), full=cards == largest).values())
        for cards, bid, took in zip(sizes, bids, taken, strict=True)
    ]
    exact = [seat for seat in seats if all(bid[seat] == took[seat] for bid, took in zip(bids, taken, strict=True))]
    given_out = premium(options, points, exact, seats)
    base = [sum(deal[seat] for deal in points) for seat in seats]
    return {
        "base": base,
        "bonus": list(given_out.bonus),
        "loss": list(given_out.loss),
        "final": [base[seat] + given_out.bonus[seat] - given_out.loss[seat] for seat in seats],
    }


def a_rank_high(case: Plain) -> Plain:
    """A36: who won."""
    return {"winners": sorted(winners(options_of(case), case["given"]["totals"]))}


ANSWERS: Mapping[tuple[str, str], Callable[[Plain], Plain]] = {
    ("classic", "schedule"): a_schedule,
    ("classic", "firstDealer"): a_first_dealer,
    ("classic", "rotation"): a_rotation,
    ("classic", "trump"): a_trump,
    ("classic", "trumpChoices"): a_trump_choices,
    ("classic", "dealerBids"): a_dealer_bids,
    ("classic", "bidMood"): a_bid_mood,
    ("classic", "legal"): a_legal,
    ("classic", "leadCards"): a_lead_cards,
    ("classic", "banTrace"): a_ban_trace,
    ("classic", "winner"): a_winner,
    ("classic", "score"): a_score,
    ("classic", "premium"): a_premium,
    ("classic", "rankHigh"): a_rank_high,
}

PENDING_GAMES = frozenset({"banker", "chernykh", "rummy"})


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_example(case: Plain) -> None:
    answer = ANSWERS.get((case["game"], case["kind"]))
    if answer is None:
        pytest.skip(f"pending: {case['id']}")
    given, expected = answer(case), case["expect"]
    if case["kind"] != "legal":  # legal cards must be named in full; of other answers a case may name only a part
        given = {key: given[key] for key in expected}
    assert given == expected


def test_only_games_that_are_not_built_are_pending() -> None:
    pending = {case["game"] for case in OWN if (case["game"], case["kind"]) not in ANSWERS}
    assert pending == PENDING_GAMES


def test_an_example_can_fail() -> None:
    case = next(case for case in OWN if case["kind"] == "winner")
    wrong = {**case, "expect": {"winner": "nobody"}}
    with pytest.raises(AssertionError):
        test_example(wrong)
