"""The laws of a game as functions: each raises AssertionError where a game breaks it.

They are applied to the steps of a playout and know no game by name.
"""

import hashlib
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from eventlog.codec import decode, encode
from joker_lan.engine import (
    Acted,
    AnyGame,
    Choices,
    IllegalAction,
    Seat,
    Shuffled,
    Slot,
    State,
    Violation,
    from_plain,
    seen_by,
    to_plain,
)
from tests.support.playout import Moment
from tests.support.strategies import any_of


def commuting(moment: Moment) -> None:
    """Law 1: folding a viewer's own view of the inputs gives that viewer's view of the full fold."""
    for viewer, view in moment.views.items():
        assert view == seen_by(moment.after, viewer), f"the copy of {viewer} differs from the view of the full state"


def monotone(game: AnyGame, moment: Moment) -> None:
    """Law 2: what full knowledge accepts, every partial copy accepts."""
    for seat in sorted(moment.after.to_act):
        for action in legal_actions(game, moment.after, seat):
            for viewer, view in moment.views.items():
                wrong = game.violation(view, seat, action)
                assert wrong is None, f"{viewer} refuses {action} of {seat}, which is legal: {wrong}"


def own_choices(game: AnyGame, moment: Moment) -> None:
    """Law 3: a seat's choices and offers computed from its own view equal those from the full state."""
    full = moment.after
    for seat in sorted(full.to_act):
        own = seen_by(full, seat)
        mine, all_seeing = legal_actions(game, own, seat), legal_actions(game, full, seat)
        assert mine == all_seeing, f"own choices of seat {seat} are {mine}, with full knowledge {all_seeing}"
        assert game.offers(own, seat) == game.offers(full, seat), "offers depend on hidden cards"
    packs = {game.next_pack(state) for state in (full, *moment.views.values())}
    assert len(packs) == 1, "whether another deck is needed depends on hidden cards"


def choices_are_legal(game: AnyGame, moment: Moment, seats: int, random: Random, tries: int = 60) -> None:
    """Law 4: an action is in the choices exactly if nothing is wrong with it; only seats that are to act have any."""
    state = moment.after
    for seat in range(seats):
        choices = legal_actions(game, state, seat)
        assert bool(choices) is (seat in state.to_act), f"seat {seat} has {len(choices)} choices, to act {state.to_act}"
        listed = set(choices)
        assert len(listed) == len(choices), "an action is listed twice"
        offers = game.offers(state, seat)
        assert set(offers) <= listed, "an offer is illegal"
        assert bool(offers) is bool(choices), "a seat that is to act is offered nothing"
        piles = [pile for pile in state.table.piles.values() if pile]
        for _ in range(tries if piles else 0):
            try:
                action = any_of(game.actions, random, random.choice(piles))
            except ValueError:
                continue
            legal = game.violation(state, seat, action) is None
            assert (action in listed) is legal, f"{action} of seat {seat}: legal {legal}, listed {not legal}"


def refusals_are_raised(game: AnyGame, moment: Moment, seats: int, random: Random, tries: int = 10) -> None:
    """Law 4, the other half: what a copy calls a violation its fold refuses, with the same violation."""
    public = seen_by(moment.after, None)
    piles = [pile for pile in public.table.piles.values() if pile]
    for _ in range(tries if piles else 0):
        seat = random.randrange(seats)
        try:
            action = any_of(game.actions, random, random.choice(piles))
        except ValueError:
            continue
        wrong = game.violation(public, seat, action)
        if wrong is not None:
            refusal = _refusal(game, public, Acted(seat, action))
            assert refusal == wrong, f"{action} of {seat} should be refused with {wrong}, but it was {refusal}"
            assert wrong.seat == seat


def conservation(moment: Moment) -> None:
    """Law 5: every slot is in exactly one pile, always; a deck leaves the table only when another one comes."""
    before, after = _slots(moment.before), _slots(moment.after)
    assert len(set(after)) == len(after), "a slot lies in two places"
    dealt = [slot for given in moment.inputs if isinstance(given, Shuffled) for slot in given.slots]
    if dealt:
        assert set(dealt) <= set(after) <= set(dealt) | set(before)
    else:
        assert set(after) == set(before), "a slot came or went"
    table = moment.after.table
    assert set(table.faces) | set(table.audience) <= set(after), "a face or an audience of a slot that is not there"


def canonical(value: Any, kind: Any) -> None:
    """Law 8: a value that can be logged or shown comes back from its bytes as the same value."""
    plain = to_plain(value)
    read = from_plain(kind, decode(encode(plain)))
    assert read == value
    assert to_plain(read) == plain


def repeatable(game: AnyGame, moment: Moment) -> None:
    """Laws 6 and 9: a fold depends on state and input alone, and changes neither."""
    kept = to_plain(moment.before)
    state = moment.before
    for given in moment.inputs:
        state = game.fold(state, given).state
    assert state == moment.after, "the same inputs gave another state"
    assert to_plain(moment.before) == kept, "folding changed the state that it started from"


def prefix(game: AnyGame, moments: Sequence[Moment], at: int) -> None:
    """Law 9: a game goes on identically from any state that was written down and read again."""
    start = moments[at].before
    state = from_plain(type(start), decode(encode(to_plain(start))))
    for moment in moments[at:]:
        for given in moment.inputs:
            state = game.fold(state, given).state
    assert state == moments[-1].after


def state_hash(state: State) -> str:
    """Return a short hash of the public view, for law 6: it must be the same on every machine and Python version."""
    return hashlib.sha256(encode(to_plain(seen_by(state, None)))).hexdigest()[:32]


def all_laws(game: AnyGame, moments: Iterator[Moment], seats: int, random: Random, *, often: float) -> list[Moment]:
    """Hold every step against laws 1 and 5, and a share (`often`) of the watched ones against all others."""
    kept: list[Moment] = []
    for moment in moments:
        kept.append(moment)
        commuting(moment)
        conservation(moment)
        if moment.views and random.random() < often:
            monotone(game, moment)
            own_choices(game, moment)
            choices_are_legal(game, moment, seats, random)
            refusals_are_raised(game, moment, seats, random)
            repeatable(game, moment)
            for state in (moment.after, *moment.views.values()):
                canonical(state, type(state))
    prefix(game, kept, random.randrange(len(kept)))
    return kept


def legal_actions(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    """Return all legal actions of a seat, in the order in which the game lists them."""
    choices: Choices[Any] = Choices(game, state, seat)
    return list(choices)


def _refusal(game: AnyGame, state: Any, given: Acted[Any]) -> Violation | None:
    try:
        game.fold(state, given)
    except IllegalAction as refused:
        return refused.violation
    return None


def _slots(state: State) -> list[Slot]:
    return [slot for pile in state.table.piles.values() for slot in pile]
