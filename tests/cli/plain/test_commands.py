"""Typed lines to commands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.plain.commands import (
    BidWord,
    Call,
    CardWord,
    Command,
    JokerWord,
    Number,
    TrumpWord,
    Unclear,
    Why,
    Word,
    parse,
)
from joker_lan.engine import Suit, face_of_code
from joker_lan.games.classic.actions import Demand, Mode

HIGH = Call(mode=Mode.HIGH)
LOW = Call(mode=Mode.LOW)
NOMINAL = Call(mode=Mode.NOMINAL)
HEARTS_HIGHEST_TAKES = Call(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)
CLUBS_ANY_NOT = Call(Mode.LOW, Suit.CLUBS, Demand.ANY)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("3", Number(3)),
        (" 12 ", Number(12)),
        ("2 high", Number(2, HIGH)),
        ("bid 2", BidWord(2)),
        ("BID 2", BidWord(2)),
        ("b 2", BidWord(2)),
        ("order 4", BidWord(4)),
        ("bid pass", BidWord(0)),
        ("pass", BidWord(0)),
        ("pa", BidWord(0)),
        ("пас", BidWord(0)),
        ("7h", CardWord(face_of_code("7H"))),
        ("10d", CardWord(face_of_code("TD"))),
        ("play 7h", CardWord(face_of_code("7H"))),
        ("play 3", Number(3)),
        ("тб", CardWord(face_of_code("AD"))),
        ("6s high", CardWord(face_of_code("6S"), HIGH)),
        ("joker 6s high", CardWord(face_of_code("6S"), HIGH)),
        ("joker 6s low", CardWord(face_of_code("6S"), LOW)),
        ("6s takes", CardWord(face_of_code("6S"), HIGH)),
        ("6s does not take", CardWord(face_of_code("6S"), LOW)),
        ("6s doesn't take", CardWord(face_of_code("6S"), LOW)),
        ("joker 6c lead hearts highest takes", CardWord(face_of_code("6C"), HEARTS_HIGHEST_TAKES)),
        ("6c highest hearts, takes", CardWord(face_of_code("6C"), HEARTS_HIGHEST_TAKES)),
        ("joker 6c lead clubs any not", CardWord(face_of_code("6C"), CLUBS_ANY_NOT)),
        ("6c leads any of the clubs, it does not take", CardWord(face_of_code("6C"), CLUBS_ANY_NOT)),
        ("joker 6s nominal", CardWord(face_of_code("6S"), NOMINAL)),
        ("nominal 6s", CardWord(face_of_code("6S"), NOMINAL)),
        ("nominal", JokerWord(NOMINAL)),
        ("nom", JokerWord(NOMINAL)),
        ("joker", JokerWord(Call())),
        ("joker high", JokerWord(HIGH)),
        ("high", JokerWord(HIGH)),
        ("takes", JokerWord(HIGH)),
        ("not", JokerWord(LOW)),
        ("hearts", JokerWord(Call(suit=Suit.HEARTS))),
        ("hearts highest takes", JokerWord(HEARTS_HIGHEST_TAKES)),
        ("lowest", JokerWord(Call(demand=Demand.LOWEST))),
        ("trump hearts", TrumpWord(Suit.HEARTS)),
        ("trump h", TrumpWord(Suit.HEARTS)),
        ("trump ♥", TrumpWord(Suit.HEARTS)),
        ("trump none", TrumpWord(None)),
        ("tru no", TrumpWord(None)),
        ("no trump", TrumpWord(None)),
        ("none", TrumpWord(None)),
        ("look", Word.LOOK),
        ("score", Word.SCORE),
        ("sc", Word.SCORE),
        ("s", Word.SCORE),
        ("sheet", Word.SCORE),
        ("hand", Word.HAND),
        ("ha", Word.HAND),
        ("last", Word.TRICKS),
        ("tricks", Word.TRICKS),
        ("rules", Word.RULES),
        ("help", Word.HELP),
        ("h", Word.HELP),
        ("?", Word.HELP),
        ("quit", Word.QUIT),
        ("q", Word.QUIT),
        ("exit", Word.QUIT),
        ("yes", Word.YES),
        ("y", Word.YES),
        ("no", Word.NO),
    ],
)
def test_lines(line: str, command: Command) -> None:
    assert parse(line) == command


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", Why.EMPTY),
        ("  \t ", Why.EMPTY),
        ("foo", Why.UNKNOWN),
        ("t", Why.SEVERAL),
        ("p", Why.SEVERAL),
        ("bid", Why.BID_NUMBER),
        ("bid many", Why.BID_NUMBER),
        ("bid -1", Why.BID_NUMBER),
        ("bid ²", Why.BID_NUMBER),
        ("play", Why.WHICH_CARD),
        ("play something", Why.WHICH_CARD),
        ("trump", Why.WHICH_SUIT),
        ("trump x", Why.WHICH_SUIT),
        ("trump hearts spades", Why.WHICH_SUIT),
        ("score now", Why.TOO_MANY),
        ("pass 2", Why.TOO_MANY),
        ("6s high low", Why.TOO_MANY),
        ("6s hearts spades", Why.TOO_MANY),
        ("6s loudly", Why.CALL_WORD),
        ("99999", Why.UNKNOWN),
    ],
)
def test_lines_that_are_none(line: str, why: Why) -> None:
    result = parse(line)
    assert isinstance(result, Unclear)
    assert result.why is why


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("h", JokerWord(Call(suit=Suit.HEARTS))),
        ("s", JokerWord(Call(suit=Suit.SPADES))),
        ("h highest takes", JokerWord(HEARTS_HIGHEST_TAKES)),
        ("no", TrumpWord(None)),
        ("help", Word.HELP),
        ("quit", Word.QUIT),
        ("3", Number(3)),
    ],
)
def test_while_a_suit_is_asked_its_letter_means_the_suit(line: str, command: Command) -> None:
    assert parse(line, suit_asked=True) == command


def test_what_is_said_later_completes_and_corrects() -> None:
    assert Call(mode=Mode.HIGH).joined(Call(suit=Suit.HEARTS)) == Call(Mode.HIGH, Suit.HEARTS)
    assert Call(Mode.HIGH, Suit.HEARTS).joined(Call(mode=Mode.LOW)) == Call(Mode.LOW, Suit.HEARTS)


_VOCABULARY = """bid pass play joker nominal trump look score hand tricks help quit yes no lead hearts spades highest
lowest any not takes high low none 6s 6c 7h 10d jk 0 1 2 9 10 99 doesn't"""
_WORDS = st.sampled_from(_VOCABULARY.split())


@given(st.one_of(st.text(max_size=40), st.lists(_WORDS, max_size=7).map(" ".join)), st.booleans())
def test_any_line_is_a_command_or_a_reason(line: str, suit_asked: bool) -> None:
    result = parse(line, suit_asked=suit_asked)
    assert isinstance(result, Number | BidWord | CardWord | JokerWord | TrumpWord | Word | Unclear)
    if isinstance(result, Unclear) and result.why not in (Why.EMPTY, Why.BID_NUMBER, Why.WHICH_CARD, Why.WHICH_SUIT):
        assert result.about


def test_a_very_long_line_is_read_no_further_than_anybody_types() -> None:
    assert parse("7h" + " " * 100_000 + "high") == CardWord(face_of_code("7H"))
