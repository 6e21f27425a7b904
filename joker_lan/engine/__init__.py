"""What all games share: cards, table, inputs, the contract of a game, errors as data, plain forms."""

from joker_lan.engine.cards import Card, Face, Pack, PrintedJoker, Rank, Suit, face_code, face_of_code
from joker_lan.engine.errors import IllegalAction, Violation, WrongInput
from joker_lan.engine.game import AnyGame, Charged, Choices, Game, Result, State, Step, laid_open, seen_by
from joker_lan.engine.inputs import Acted, Deck, Draw, Drawn, Input, Opened, Present, Reveal, Revealed, Shuffled, Want
from joker_lan.engine.plain import PlainError, from_plain, tag_of, to_plain
from joker_lan.engine.table import EVERYONE, Audience, Everyone, Seat, Slot, Table, includes

__all__ = [
    "EVERYONE",
    "Acted",
    "AnyGame",
    "Audience",
    "Card",
    "Charged",
    "Choices",
    "Deck",
    "Draw",
    "Drawn",
    "Everyone",
    "Face",
    "Game",
    "IllegalAction",
    "Input",
    "Opened",
    "Pack",
    "PlainError",
    "Present",
    "PrintedJoker",
    "Rank",
    "Result",
    "Reveal",
    "Revealed",
    "Seat",
    "Shuffled",
    "Slot",
    "State",
    "Step",
    "Suit",
    "Table",
    "Violation",
    "Want",
    "WrongInput",
    "face_code",
    "face_of_code",
    "from_plain",
    "includes",
    "laid_open",
    "seen_by",
    "tag_of",
    "to_plain",
]
