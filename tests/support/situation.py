"""A moment of a deal of classic Joker, set by hand: seat 0 holds known cards and is to act, the others' are unknown."""

from collections.abc import Mapping, Sequence

from joker_lan.engine import EVERYONE, Seat, Slot, Suit, Table, face_of_code
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import JokerCall
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.state import ClassicState, Phase, Played, Trick

Card = str | tuple[str, JokerCall]


def situation(
    *,
    hand: str,
    bids: Sequence[int] = (),
    taken: Sequence[int] = (0, 0, 0, 0),
    trick: Sequence[Card] = (),
    gone: Sequence[Sequence[Card]] = (),
    turned: str | None = None,
    trump: Suit | None = None,
    phase: Phase = Phase.PLAYING,
    cards_each: int | None = None,
    options: Options | None = None,
) -> ClassicState:
    """Return the view of seat 0 of four.

    Args:
        hand: codes of the own cards, as `6S AH`.
        bids: by seat, in play all four, while bidding those of the seats 1, 2, 3 made before the dealer, seat 0.
        taken: tricks taken so far, by seat.
        trick: the cards of the trick in play; the last was played by seat 3.
        gone: earlier tricks, each begun by seat 1.
        turned: the card that was turned.
        trump: the trump suit, if no card was turned.
        phase: where the deal stands.
        cards_each: cards each of the deal; so many as in the hand and in the earlier tricks, if not given.
        options: house rules; those of the first preset if not given.
    """
    slots = (Slot(2, place) for place in range(1000))
    own = {next(slots): face_of_code(code) for code in hand.split()}
    faces = dict(own)
    piles: dict[str, tuple[Slot, ...]] = {"hand0": tuple(own)}
    for seat in (1, 2, 3):
        played = 1 if seat > 3 - len(trick) else 0
        piles[f"hand{seat}"] = tuple(next(slots) for _ in range(len(own) - played))

    def laid(cards: Sequence[Card], first: Seat) -> tuple[Played, ...]:
        plays = []
        for at, each in enumerate(cards):
            code, call = (each, None) if isinstance(each, str) else each
            slot = next(slots)
            faces[slot] = face_of_code(code)
            plays.append(Played((first + at) % 4, slot, call))
        return tuple(plays)

    current = laid(trick, 4 - len(trick))
    history = tuple(Trick(laid(cards, 1), 1) for cards in gone)
    piles["trick"] = tuple(play.slot for play in current)
    piles["won1"] = tuple(play.slot for each in history for play in each.plays)
    shown = next(slots) if turned is not None else None
    if turned is not None and shown is not None:
        faces[shown] = face_of_code(turned)
        piles["turned"] = (shown,)
        trump = Suit(turned[1])
    number = cards_each if cards_each is not None else len(own) + len(history)
    made: Mapping[Seat, int] = (
        dict(enumerate(bids)) if phase is Phase.PLAYING else {seat: bid for seat, bid in enumerate(bids, start=1)}
    )
    start: ClassicState = GAME.begin(options or GAME.presets["wiki"], 4)
    return ClassicState(
        **{
            **{name: getattr(start, name) for name in ClassicState.__dataclass_fields__},
            "table": Table(piles, faces, {slot: EVERYONE if slot not in own else frozenset({0}) for slot in faces}),
            "to_act": frozenset({0}),
            "wants": None,
            "deal": number,
            "order": (1, 2, 3, 0),
            "stage": 1 if number < 9 else 2,
            "cards_each": number,
            "phase": phase,
            "trump": trump,
            "trump_named": phase is not Phase.CHOOSING,
            "turned": shown,
            "deck": 2,
            "bids": made,
            "taken": tuple(taken),
            "trick": current,
            "leader": (4 - len(trick)) % 4,
            "history": history,
        }
    )
