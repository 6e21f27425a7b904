"""The packs of classic Joker, and which cards are jokers (A3–A5)."""

from typing import Final

from joker_lan.engine.cards import Card, Face, Pack, PrintedJoker, Rank, Suit
from joker_lan.games.classic.options import Options

_RANKS: Final = tuple(rank for rank in Rank if rank >= Rank.SIX)
_CARDS: Final = tuple(Card(rank, suit) for suit in Suit for rank in _RANKS)

PACK36: Final = Pack("classic36", _CARDS)
PACK38: Final = Pack("classic38", (*_CARDS, PrintedJoker(1), PrintedJoker(2)))

BLACK_SIX: Final = {Suit.SPADES: Card(Rank.SIX, Suit.SPADES), Suit.CLUBS: Card(Rank.SIX, Suit.CLUBS)}
_PRINTED: Final = (BLACK_SIX[Suit.SPADES], BLACK_SIX[Suit.CLUBS])


def pack(options: Options) -> Pack:
    """Return the cards that are played with."""
    return PACK36 if options.deck == "36_sixes" else PACK38


def six_of(face: Face, sixes: bool) -> Card | None:
    """Return the plain six that a joker stands for at nominal, or None if this card is no joker.

    Args:
        face: the card.
        sixes: the black sixes are the jokers (A4); otherwise they are plain cards beside two printed jokers (A5).
    """
    if type(face) is PrintedJoker:
        return _PRINTED[face.number - 1]
    assert type(face) is Card
    return BLACK_SIX.get(face.suit) if sixes and face.rank is Rank.SIX else None


def is_joker(options: Options, face: Face) -> bool:
    """Tell whether a card is a joker."""
    return six_of(face, options.deck == "36_sixes") is not None


def trump_of(options: Options, turned: Face) -> Suit | None:
    """Return the trump that a turned card makes: its suit, none for a joker (A11)."""
    if type(turned) is Card and not is_joker(options, turned):
        return turned.suit
    return None
