"""An omniscient dealer: plays legal games of any kind from a seeded random source and shows every step.

It stands where the fair shuffle, the log and the screens stand in the product: it answers what a state wants, picks
random legal actions, and folds the same game once with all faces known and once for each viewer with exactly the
faces that this viewer may learn. Knows no game by name.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from joker_lan.engine import (
    Acted,
    AnyGame,
    Deck,
    Draw,
    Drawn,
    Face,
    Input,
    Opened,
    Present,
    Reveal,
    Revealed,
    Seat,
    Shuffled,
    Slot,
    Table,
    Want,
    includes,
    laid_open,
    seen_by,
)

Viewer: TypeAlias = Seat | None
"""A seat, or None for the public."""

Chooser: TypeAlias = Callable[[AnyGame, Any, Seat, Random], Any]
"""Picks an action for a seat from a state."""

Deal: TypeAlias = Sequence[Face]
"""Faces of a deck in dealing order."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a playout.

    Attributes:
        before, after: the full state, every dealt face known, around the step.
        inputs: what was folded on the full state.
        happenings: what the full fold said happened.
        views: the own copy of each viewer after the step.
        seen: what each viewer's copy folded.
    """

    before: Any
    after: Any
    inputs: tuple[Input[Any], ...]
    happenings: tuple[Any, ...]
    views: Mapping[Viewer, Any]
    seen: Mapping[Viewer, tuple[Input[Any], ...]]


def random_action(game: AnyGame, state: Any, seat: Seat, random: Random) -> Any:
    """Pick any legal action, each as likely as every other."""
    candidates = list(game.candidates(state, seat))
    while candidates:
        at = random.randrange(len(candidates))
        if game.violation(state, seat, candidates[at]) is None:
            return candidates[at]
        candidates[at] = candidates[-1]
        candidates.pop()
    raise AssertionError(f"seat {seat} is to act and has no legal action in {state}")


def unseen_offence(game: AnyGame, state: Any, seat: Seat, random: Random) -> Any | None:
    """Pick an action that only the hidden hand forbids, as a modified program could play it; None if there is none."""
    public = seen_by(state, None)
    found = [
        action
        for action in game.candidates(state, seat)
        if game.violation(state, seat, action) is not None and game.violation(public, seat, action) is None
    ]
    return random.choice(found) if found else None


def playout(
    game: AnyGame,
    options: Any,
    seats: int,
    random: Random,
    *,
    choose: Chooser = random_action,
    viewers: Sequence[Viewer] = (),
    watched: Container[int] | None = None,
    offences: float = 0.0,
    missing: float = 0.0,
    leaving: float = 0.0,
    deals: Iterator[Deal] | None = None,
    bound: int = 100_000,
) -> Iterator[Moment]:
    """Play one game to its end.

    Args:
        game: the game's answers.
        options: its house rules.
        seats: how many play.
        random: decides draws, cards, actions and offences, and nothing else does.
        choose: who picks the actions; it is given the full state, and has to look away from it by itself.
        viewers: whose own copies are folded beside the full one.
        watched: the steps (from 0) in which they are, all of them for None; copies begin as views of the full state.
        offences: how often a seat tries an action that only its hidden hand forbids.
        missing: how often one seat does not reveal.
        leaving: how often other seats take part from now on, two at least.
        deals: faces for the decks, instead of random ones.
        bound: the most steps that the game may take.

    Raises:
        AssertionError: the game does not end within the bound, or waits for nothing.
    """
    table = _Copies(game, game.begin(options, seats))
    faces: dict[Slot, Face] = {}
    decks = 0
    present = dealt_in = list(range(seats))
    for step in range(bound):
        before = table.full
        table.watch(viewers if watched is None or step in watched else ())
        if before.result is not None:
            return
        if leaving and random.random() < leaving:
            present = sorted(random.sample(range(seats), random.randint(2, seats)))
            yield table.step(Present(frozenset(present)))
            continue
        wants: Want | None = before.wants
        match wants:
            case Draw(lists):
                decks += 1
                yield table.step(Drawn(tuple(_permutation(size, random) for _, size in lists)))
            case Deck(cards, _, pile):
                decks += 1
                dealt_in = present
                slots = tuple(Slot(decks, place) for place in range(len(cards)))
                dealt = (
                    next(deals)
                    if deals is not None
                    else [cards.faces[each] for each in _permutation(len(cards), random)]
                )
                faces = {**faces, **dict(zip(slots, dealt, strict=True))}
                yield table.step(Shuffled(pile, slots), secret=dict(zip(slots, dealt, strict=True)))
            case Reveal(numbers):
                away = frozenset({random.choice(dealt_in)} if random.random() < missing else ())
                shown = {slot: face for slot, face in faces.items() if slot.deck in numbers}
                yield table.step(Revealed(shown, away))
            case None:
                assert before.to_act, f"nobody can go on from {before}"
                seat = random.choice(sorted(before.to_act))
                action = unseen_offence(game, before, seat, random) if random.random() < offences else None
                if action is None:
                    action = choose(game, before, seat, random)
                opens = {slot: faces[slot] for slot in laid_open(before, action)}
                yield table.step(Acted(seat, action), opens=opens)
    raise AssertionError(f"no end within {bound} steps")


def finish(moments: Iterator[Moment]) -> Any:
    """Run a playout to its end and return the last full state."""
    last = None
    for moment in moments:
        last = moment
    assert last is not None
    return last.after


class _Copies:
    """The full state and one copy per viewer, folded side by side."""

    def __init__(self, game: AnyGame, start: Any) -> None:
        self.game = game
        self.full = start
        self.views: dict[Viewer, Any] = {}

    def watch(self, viewers: Sequence[Viewer]) -> None:
        """Go on with copies for these viewers and no others."""
        self.views = {
            viewer: self.views[viewer] if viewer in self.views else seen_by(self.full, viewer) for viewer in viewers
        }

    def step(
        self,
        given: Input[Any],
        *,
        secret: Mapping[Slot, Face] | None = None,
        opens: Mapping[Slot, Face] | None = None,
    ) -> Moment:
        """Fold one input everywhere, with the faces that it lays open before it and those that it shows after it."""
        before = self.full
        log: list[Input[Any]] = []
        happenings: list[Any] = []
        seen: dict[Viewer, list[Input[Any]]] = {viewer: [] for viewer in self.views}

        def fold(each: Input[Any]) -> None:
            step = self.game.fold(self.full, each)
            self.full = step.state
            log.append(each)
            happenings.extend(step.happenings)

        def fold_view(viewer: Viewer, each: Input[Any]) -> None:
            self.views[viewer] = self.game.fold(self.views[viewer], each).state
            seen[viewer].append(each)

        if opens:
            fold(Opened(opens))
            for viewer in self.views:
                fold_view(viewer, Opened(opens))
        fold(given)
        for viewer in self.views:
            fold_view(viewer, given)
        if secret:
            fold(Opened(secret))
        self._show(before.table, fold, fold_view)
        return Moment(
            before,
            self.full,
            tuple(log),
            tuple(happenings),
            dict(self.views),
            {viewer: tuple(inputs) for viewer, inputs in seen.items()},
        )

    def _show(
        self, old: Table, fold: Callable[[Input[Any]], None], fold_view: Callable[[Viewer, Input[Any]], None]
    ) -> None:
        """Give everybody the faces that became visible to them, until nothing new becomes visible."""
        while self.full.table.audience is not old.audience:
            new = self.full.table
            wider = {slot: who for slot, who in new.audience.items() if old.audience.get(slot) != who}
            for viewer, view in list(self.views.items()):
                faces = {
                    slot: new.faces[slot]
                    for slot, who in wider.items()
                    if includes(who, viewer) and slot not in view.table.faces
                }
                if faces:
                    fold_view(viewer, Opened(faces))
            public = {slot: new.faces[slot] for slot, who in wider.items() if includes(who, None)}
            if public:
                fold(Opened(public))
            old = new


def _permutation(size: int, random: Random) -> tuple[int, ...]:
    order = list(range(size))
    random.shuffle(order)
    return tuple(order)
