"""Which card to play: each legal play by its chance to take the trick, and by what the rest is then worth."""

from collections.abc import Mapping, Sequence
from random import Random

from joker_lan.bots.classic.chances import beaten_by_joker, chances, points, ruffed, spread, voided, without, worth
from joker_lan.bots.classic.knowledge import Knowledge, laid
from joker_lan.engine import Card, Face, Seat, Slot, Suit
from joker_lan.engine.tricks import clockwise
from joker_lan.games.classic.actions import Demand, JokerCall, Mode, Play
from joker_lan.games.classic.legality import Laid, lead_of, winner
from joker_lan.games.classic.pack import is_joker, six_of

SPOIL = 12.0
"""Points that it is worth to hurt another: to push a trick on one who is full, or take it from one who needs it."""


def best_play(known: Knowledge, plays: Sequence[Play], random: Random) -> Play:
    """Return the play that promises most points; of equally good ones any."""
    state = known.state
    faces = dict(known.hand)
    ordinary = {slot: face for slot, face in known.hand if isinstance(face, Card) and not is_joker(state.options, face)}
    each = dict(zip(ordinary, chances(known, tuple(ordinary.values())), strict=True))
    likely = spread(tuple(each.values()))
    jokers = len(faces) - len(ordinary)
    scores = points(state.options, state.cards_each, state.bids[known.seat], state.stage in (2, 4))
    taken = state.taken[known.seat]
    values: dict[Play, float] = {}
    for play in _worth_a_look(known, plays, ordinary):
        chance = _takes(known, Laid(faces[play.slot], play.call))
        if play.slot in each:
            rest, left = without(likely, each[play.slot]), jokers
        else:
            rest, left = likely, jokers - 1
        win = worth(scores, taken + 1, left, rest) if chance > 0.0 else 0.0
        lose = worth(scores, taken, left, rest) + _spoiling(known) if chance < 1.0 else 0.0
        values[play] = chance * win + (1.0 - chance) * lose
    top = max(values.values())
    return random.choice([play for play, value in values.items() if value > top - 1e-6])


def _worth_a_look(known: Knowledge, plays: Sequence[Play], ordinary: Mapping[Slot, Card]) -> list[Play]:
    """Return the plays with one call for each way to play a joker; which suit it asks for is decided here."""
    chosen: dict[tuple[Slot, Mode | None], tuple[float, Play]] = {}
    held = {suit: sum(1 for card in ordinary.values() if card.suit is suit) for suit in Suit}
    for play in plays:
        key = (play.slot, play.call.mode if play.call else None)
        liking = _liking(known, play.call, held) if play.call else 0.0
        if key not in chosen or liking > chosen[key][0]:
            chosen[key] = (liking, play)
    return [play for _, play in chosen.values()]


def _liking(known: Knowledge, call: JokerCall, held: Mapping[Suit, int]) -> float:
    """Return how good a suit and a demand are for a joker that is played high or low."""
    if call.suit is None:
        return 0.0
    unseen = len(known.unseen[call.suit])
    if known.state.trick:  # a low joker that stands for the lowest card of a suit should stay the loser that it is
        lead = lead_of(known.state.options, laid(known.state, known.state.trick[:1])[0])
        return -2.0 * (call.suit is known.state.trump) - (call.suit is lead.suit)
    if call.mode is Mode.HIGH:
        return (
            2.0 * held[call.suit]
            + 3.0 * (call.suit is known.state.trump)
            + (call.demand is Demand.HIGHEST)
            + unseen / 10
        )
    return unseen - held[call.suit] + (call.demand is Demand.LOWEST) / 2


def _later(known: Knowledge) -> tuple[Seat, ...]:
    """Return the seats that play to the present trick after this one."""
    state = known.state
    played = {play.seat for play in state.trick}
    return tuple(
        seat for seat in clockwise(known.seat, state.players, state.order) if seat not in played and seat != known.seat
    )


def _takes(known: Knowledge, mine: Laid) -> float:
    """Return how likely a play takes the trick."""
    state = known.state
    plays = (*laid(state, state.trick), mine)
    if winner(state.options, plays, state.trump) != len(plays) - 1:
        return 0.0
    later = _later(known)
    if not later:
        return 1.0
    safe = 1.0 - beaten_by_joker(known, later)
    lead = lead_of(state.options, plays[0])
    call = mine.call
    if call is not None and call.mode is Mode.HIGH:
        leading = len(plays) == 1 and state.options.trump_beats_led_high_joker
        return safe * (1.0 - ruffed(known, later, lead.suit) if leading else 1.0)
    if call is not None and call.mode is Mode.LOW:
        for seat in later:
            stays = voided(known, seat, lead.suit)
            if state.trump is not None and state.trump is not lead.suit:
                stays *= 0.3 + 0.7 * voided(known, seat, state.trump)
            safe *= stays
        return safe
    return safe * _unbeaten(known, _plain(known, mine.face), lead.suit, later)


def _plain(known: Knowledge, face: Face) -> Card:
    six = six_of(face, known.state.options.deck == "36_sixes")
    if six is not None:
        return six
    assert isinstance(face, Card)
    return face


def _unbeaten(known: Knowledge, card: Card, suit: Suit, later: Sequence[Seat]) -> float:
    """Return how likely no ordinary card of the seats to come beats a card that is the best so far."""
    trump = known.state.trump
    higher = known.higher(card)
    share = sum(known.held[seat] for seat in later) / known.hidden if known.hidden else 0.0
    if card.suit is trump and suit is not trump:
        share *= sum(voided(known, seat, suit) for seat in later) / len(later)
    unbeaten = (1.0 - share) ** higher
    return float(unbeaten if card.suit is trump else unbeaten * (1.0 - ruffed(known, later, suit)))


def _spoiling(known: Knowledge) -> float:
    """Return what it is worth to leave the trick to the one who has it so far."""
    state = known.state
    if not state.trick:
        return 0.0
    holder = state.trick[winner(state.options, laid(state, state.trick), state.trump)].seat
    return SPOIL if state.taken[holder] >= state.bids[holder] else -SPOIL
