"""From words to house rules: the game, the preset and the single changes that somebody asked for.

Responsible for turning what the rules refuse into a fault with the possible values. It must not know any rule.
"""

from collections.abc import Iterable
from typing import Any

from cli import options
from cli.errors import CommandError, Fault
from cli.exits import Exit
from cli.options import Given, nearest
from joker_lan.engine import AnyGame
from joker_lan.engine.options import Cause, OptionError, Value, changed, named
from joker_lan.games import games

__all__ = ["find_game", "house_rules", "possible_text"]


def find_game(name: str) -> AnyGame:
    """Return the game of this name.

    Raises:
        CommandError: there is none.
    """
    game = games().get(name.casefold())
    if game is None:
        raise CommandError(_unknown("game-unknown", "game", name, tuple(games())))
    return game


def house_rules(game: AnyGame, given: Given, seats: int) -> Any:
    """Return the game's options as asked for by `--preset`, `--set` and `--deals`, in this order.

    Raises:
        CommandError: a name or a value is not possible, or these rules cannot be played by so many.
    """
    try:
        chosen = named(game.presets, given.last(options.PRESET) or next(iter(game.presets)))
    except OptionError as error:
        raise CommandError(_unknown("preset-unknown", "preset", error.key, tuple(map(str, error.possible)))) from error
    changes = list(given.every(options.SET))
    deals = given.last(options.DEALS)
    if deals is not None:
        changes.append(("deals", str(deals)))
    try:
        for key, value in changes:
            chosen = changed(chosen, key, value)
        game.begin(chosen, seats)
    except OptionError as error:
        raise CommandError(_refused(error, seats)) from error
    return chosen


def _refused(error: OptionError, seats: int) -> Fault:
    if error.cause is Cause.UNKNOWN:
        return _unknown("rule-unknown", "key", error.key, tuple(map(str, error.possible)))
    code = {
        Cause.VALUE: "rule-value",
        Cause.NOT_BUILT: "rule-not-built",
        Cause.COMBINATION: "rule-together",
    }[error.cause]
    about = {
        "key": error.key,
        "value": _value_text(error.value),
        "possible": possible_text(error.possible),
        "seats": seats,
    }
    return Fault(code, Exit.USAGE, about)


def _unknown(code: str, role: str, word: str, known: tuple[str, ...]) -> Fault:
    about = {role: word, "possible": ", ".join(known)}
    suggestion = nearest(word, known)
    if suggestion:
        about["suggestion"] = suggestion
    return Fault(code, Exit.USAGE, about)


def possible_text(possible: Iterable[Value]) -> str:
    """Return possible values as people write them; a run of numbers as its two ends."""
    parts: list[str] = []
    run: list[int] = []
    for value in (*possible, None):
        if isinstance(value, int) and not isinstance(value, bool) and (not run or value == run[-1] + 1):
            run.append(value)
            continue
        parts += [f"{run[0]}…{run[-1]}"] if len(run) > 2 else [str(number) for number in run]
        run = [value] if isinstance(value, int) and not isinstance(value, bool) else []
        if value is not None and not run:
            parts.append(_value_text(value))
    return ", ".join(parts)


def _value_text(value: Value | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
