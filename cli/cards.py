"""Cards for eyes and fingers: how a card is written, how a hand is sorted, what a typed card means.

Knows cards and suits only: no table, no turn, no rule beyond the order in which people like to hold their cards.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from cli.text import N_, _
from joker_lan.engine import Card, Face, PrintedJoker, Rank, Suit

T = TypeVar("T")

SYMBOLS: Final[Mapping[Suit, str]] = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

_SUIT_NAMES: Final[Mapping[Suit, str]] = {
    Suit.SPADES: N_("spades"),
    Suit.HEARTS: N_("hearts"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.CLUBS: N_("clubs"),
}
_RANKS: Final[Mapping[Rank, str]] = {
    **{rank: str(int(rank)) for rank in Rank if rank <= Rank.TEN},
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
    Rank.ACE: "A",
}
# Black and red in turn, so that neighbouring suits are never taken for one another.
_ALTERNATING: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)

_LATIN_RANKS: Final[Mapping[str, Rank]] = {
    **{text.casefold(): rank for rank, text in _RANKS.items()},
    "t": Rank.TEN,
}
# Knave, lady, king, ace as Russians and Ukrainians write them. A Cyrillic T is an ace, a Latin one a ten.
_CYRILLIC_RANKS: Final[Mapping[str, Rank]] = {
    **{str(int(rank)): rank for rank in Rank if rank <= Rank.TEN},
    "в": Rank.JACK,
    "д": Rank.QUEEN,
    "к": Rank.KING,
    "т": Rank.ACE,
}
_LATIN_SUITS: Final[Mapping[str, Suit]] = {
    **{suit.value.casefold(): suit for suit in Suit},
    **{symbol: suit for suit, symbol in SYMBOLS.items()},
    "♤": Suit.SPADES,
    "♡": Suit.HEARTS,
    "♢": Suit.DIAMONDS,
    "♧": Suit.CLUBS,
}
_CYRILLIC_SUITS: Final[Mapping[str, Suit]] = {
    "п": Suit.SPADES,
    "ч": Suit.HEARTS,
    "б": Suit.DIAMONDS,
    "к": Suit.CLUBS,
    "т": Suit.CLUBS,
    "х": Suit.CLUBS,
    **{symbol: suit for suit, symbol in SYMBOLS.items()},
}
# The suits in words: a typed word means the only suit that has a word beginning with it.
_SUIT_WORDS: Final[Mapping[str, Suit]] = {
    "spades": Suit.SPADES,
    "hearts": Suit.HEARTS,
    "diamonds": Suit.DIAMONDS,
    "clubs": Suit.CLUBS,
    "пики": Suit.SPADES,
    "піки": Suit.SPADES,
    "черви": Suit.HEARTS,
    "чирви": Suit.HEARTS,
    "бубны": Suit.DIAMONDS,
    "бубни": Suit.DIAMONDS,
    "крести": Suit.CLUBS,
    "трефы": Suit.CLUBS,
    "трефи": Suit.CLUBS,
    "хрести": Suit.CLUBS,
}
_EMOJI: Final = str.maketrans("", "", "\ufe0e\ufe0f")  # a suit typed on a telephone carries one of these


def card_text(face: Face, *, ascii: bool = False) -> str:
    """Return a card as people write it: `A♠`, `10♦`; in letters only, `AS`, `10D`. A printed joker is `JK` or `JK2`."""
    match face:
        case Card(rank, suit):
            return _RANKS[rank] + suit_text(suit, ascii=ascii)
        case PrintedJoker(number):
            return "JK" if number == 1 else f"JK{number}"


def suit_text(suit: Suit, *, ascii: bool = False) -> str:
    """Return the sign of a suit: `♠`, or its letter."""
    return suit.value if ascii else SYMBOLS[suit]


def suit_name(suit: Suit) -> str:
    """Return the name of a suit in the reader's language."""
    return _(_SUIT_NAMES[suit])


def sorted_hand(
    cards: Sequence[T],
    face_of: Callable[[T], Face | None],
    *,
    trump: Suit | None,
    is_joker: Callable[[Face], bool],
) -> tuple[T, ...]:
    """Sort a hand for eyes: trumps first, then suits of alternating colour, high cards first, jokers at the end.

    The order depends on nothing but the cards held and the trump, so it survives a restart. What has no face yet
    comes last, in the order given.
    """
    held = {face.suit for each in cards if isinstance(face := face_of(each), Card) and not is_joker(face)}
    suits = {suit: place for place, suit in enumerate(_colours_in_turn(held, trump))}

    def key(each: T) -> tuple[int, int, int]:
        face = face_of(each)
        if face is None:
            return (3, 0, 0)
        if is_joker(face):
            return (2, 0, _joker_order(face))
        assert isinstance(face, Card)
        return (1, suits[face.suit], -face.rank)

    return tuple(sorted(cards, key=key))


def _joker_order(face: Face) -> int:
    return _ALTERNATING.index(face.suit) if isinstance(face, Card) else face.number


def _colours_in_turn(held: set[Suit], trump: Suit | None) -> tuple[Suit, ...]:
    """Put the suits held in order: trump, then black and red in turn as far as they reach."""
    order = [trump] if trump in held and trump is not None else []
    rest = [suit for suit in _ALTERNATING if suit in held and suit is not trump]
    while rest:
        # The colour that is more plentiful goes first, and the two alternate from there.
        reds = [suit for suit in rest if _is_red(suit)]
        blacks = [suit for suit in rest if not _is_red(suit)]
        want_red = not _is_red(order[-1]) if order else len(reds) > len(blacks)
        chosen = (reds or blacks) if want_red else (blacks or reds)
        order.append(chosen[0])
        rest.remove(chosen[0])
    return tuple(order)


def _is_red(suit: Suit) -> bool:
    return suit in (Suit.HEARTS, Suit.DIAMONDS)


def parse_card(text: str) -> Face | None:
    """Return the card that somebody typed, or None: `7h`, `10D`, `td`, `a♠`, in Cyrillic `тб` (ace of diamonds), `jk`.

    Upper and lower case are the same. Rank and suit must be of one alphabet, because a Cyrillic T is an ace.
    """
    word = text.strip().translate(_EMOJI).casefold()
    if word in ("jk", "jk1"):
        return PrintedJoker(1)
    if word == "jk2":
        return PrintedJoker(2)
    for ranks, suits in ((_LATIN_RANKS, _LATIN_SUITS), (_CYRILLIC_RANKS, _CYRILLIC_SUITS)):
        rank, suit = ranks.get(word[:-1]), suits.get(word[-1:])
        if rank is not None and suit is not None:
            return Card(rank, suit)
    return None


def parse_suit(text: str) -> Suit | None:
    """Return the suit that somebody typed, or None: a sign, a letter, a word or its beginning (`h`, `hea`, `чер`)."""
    word = text.strip().translate(_EMOJI).casefold()
    if word in _LATIN_SUITS:
        return _LATIN_SUITS[word]
    if word in _CYRILLIC_SUITS:
        return _CYRILLIC_SUITS[word]
    meant = {suit for name, suit in _SUIT_WORDS.items() if word and name.startswith(word)}
    return meant.pop() if len(meant) == 1 else None
