"""What happened, one sentence each."""

from typing import Any

import pytest

from cli.plain.sentences import describe
from joker_lan.engine import Result, Slot, Suit, face_of_code
from joker_lan.games.classic.actions import Demand, JokerCall, Mode
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
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.sheet import DealLine, StageLine
from tests.cli.fake_table import people

NAMES = people("Olena", "Givi", "Bot")
SLOT = Slot(1, 0)


def card(code: str) -> Any:
    return face_of_code(code)


@pytest.mark.parametrize(
    ("happening", "sentence"),
    [
        (
            FirstDealerDrawn(1, card("7C"), ((2, card("7H")), (0, card("KS")), (1, card("AD")))),
            "Cards are dealt open until an ace comes: Bot: 7♥, you: K♠, Givi: A♦. Givi deals first.",
        ),
        (
            FirstDealerDrawn(0, None, ((0, card("AD")),)),
            "Cards are dealt open until an ace comes: you: A♦. You deal first.",
        ),
        (DealBegan(3, 1, 3, 2), "Deal 3, stage I. 3 cards each. Bot deals."),
        (DealBegan(1, 1, 1, 0), "Deal 1, stage I. 1 card each. You deal."),
        (TrumpTurned(card("7H"), Suit.HEARTS), "Turned up: 7♥. Trump: hearts."),
        (TrumpTurned(card("6S"), None), "Turned up: 6♠. Trump: no trump."),
        (TrumpChosen(1, Suit.CLUBS, False), "Givi chooses trump: clubs."),
        (TrumpChosen(0, None, False), "You choose trump: no trump."),
        (TrumpChosen(1, None, True), "Givi looks at the fourth card: no trump in this deal."),
        (TrumpChosen(0, None, True), "You look at the fourth card: no trump in this deal."),
        (BidMade(1, 2), "Givi bids 2."),
        (BidMade(0, 2), "You bid 2."),
        (BidMade(1, 0), "Givi passes."),
        (BidMade(0, 0), "You pass."),
        (CardPlayed(1, SLOT, card("TD"), None), "Givi plays 10♦."),
        (CardPlayed(0, SLOT, card("TD"), None), "You play 10♦."),
        (CardPlayed(1, SLOT, card("6S"), JokerCall(Mode.LOW)), "Givi plays the joker 6♠: it does not take."),
        (
            CardPlayed(0, SLOT, card("6C"), JokerCall(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)),
            "You play the joker 6♣: it takes, asks for the highest card of hearts.",
        ),
        (TrickTaken(1, 2), "Givi takes the trick: 2 taken, 3 bid."),
        (TrickTaken(0, 1), "You take the trick: 1 trick so far."),
        (
            DealScored(DealLine(3, 1, 0, 3, (1, 2, None), (1, 0, None), (100, -200, 0), frozenset({1}))),
            "Deal 3 counts: you bid 1, took 1: +100; Givi bid 2, took 0: -200 (khisht).",
        ),
        (
            StageScored(StageLine(1, (350, 100, 50), (100, 0, 0), (0, 100, 50), frozenset({0}))),
            "Stage I is over: you 350, Givi 100, Bot 50. Premium for you: +100."
            " The others lose their best deal: Givi -100, Bot -50.",
        ),
        (
            DealAnnulled(4, 1, Rule.A16, 3),
            "Found when the hands were opened, trick 3, Givi: suit not followed, or not trumped (rule A16)."
            " Deal 4 does not count and is dealt again by the same dealer.",
        ),
        (
            DealAnnulled(4, 2, Rule.A37, None),
            "Charged is Bot: hand not opened at the end of the deal (rule A37)."
            " Deal 4 does not count and is dealt again by the same dealer.",
        ),
        (DealAnnulled(4, None, None, None), "Deal 4 does not count and is dealt again by the same dealer."),
        (PresenceChanged(frozenset({0, 2})), "At the table from now on: you, Bot."),
        (GameEnded(Result((1, 2, 1), frozenset({1}))), "The game is over. Givi wins."),
        (GameEnded(Result((2, 1, 1), frozenset({0}))), "The game is over. You win."),
        (GameEnded(Result((2, 2, 1), frozenset({0, 1}))), "The game is over. Shared victory: you, Givi."),
        (GameEnded(Result((0, 0, 0), frozenset())), "The game is over without a winner."),
    ],
)
def test_sentences(happening: Any, sentence: str) -> None:
    assert describe(happening, NAMES, me=0, bids={1: 3}) == sentence
    assert describe(happening, NAMES, me=0, bids={1: 3}, ascii=True).isascii()


def test_for_somebody_who_looks_on_everybody_has_a_name() -> None:
    assert describe(BidMade(0, 2), NAMES) == "Olena bids 2."
    assert describe(GameEnded(Result((2, 1, 1), frozenset({0}))), NAMES) == "The game is over. Olena wins."


def test_a_long_search_for_the_first_ace_is_shortened() -> None:
    shown = tuple((seat % 3, card(code)) for seat, code in enumerate(("7H", "8H", "9H", "TH", "JH", "AD")))
    sentence = describe(FirstDealerDrawn(2, None, shown), NAMES)
    assert sentence == "Cards are dealt open until an ace comes: … Olena: 10♥, Givi: J♥, Bot: A♦. Bot deals first."


def test_what_is_no_happening_of_this_game_is_not_told() -> None:
    assert describe(object(), NAMES) == ""
