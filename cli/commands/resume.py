"""`resume`: go on with a saved game, or list the saved games.

Responsible for finding the game that is meant. It must not know how a table is run.
"""

import sys
from functools import partial
from pathlib import Path

from cli import options, streams
from cli.commands import Invocation
from cli.documents import dump, games_document
from cli.errors import CommandError, Fault
from cli.exits import Exit
from cli.settings import Settings
from cli.store_faults import store_fault
from cli.table import run_table
from cli.text import _, printable
from eventlog.store import StoreError
from protocol.net.local import SavedGame, reopen_table, saved_games
from protocol.seat import Kind

__all__ = ["find_saved", "run"]


def run(invocation: Invocation) -> Exit:
    """Go on with the game that is meant, or list the games."""
    given, settings = invocation.given, invocation.settings
    try:
        games = saved_games(settings.data)
    except StoreError as error:
        raise CommandError(store_fault(error)) from error
    if given.is_on(options.LIST):
        _list(games, settings)
        return Exit.DONE
    wanted = invocation.words[0] if invocation.words else None
    unlisted = _unlisted(games, wanted, settings.data)
    if unlisted is not None:
        # Not listed because something is wrong with it: opening it says what.
        return run_table(partial(reopen_table, unlisted, folder=settings.data), settings, autoplay=False, seed=None)
    game = find_saved(games, wanted, settings.data)
    autoplay = given.is_on(options.AUTOPLAY) or all(person.kind is Kind.BOT for person in game.people)
    if settings.no_input and not autoplay:
        raise CommandError(Fault("nobody-to-ask", Exit.USAGE))
    opening = partial(reopen_table, game.own_path, folder=settings.data)
    return run_table(opening, settings, autoplay=autoplay, seed=given.last(options.SEED))


def _unlisted(games: tuple[SavedGame, ...], wanted: str | None, data: Path) -> Path | None:
    """Return the private file of a game that is there by its name but could not be listed."""
    if wanted is None:
        return None
    named = Path(wanted).with_suffix(".own")
    beside = [*(data / "games").glob("*.own")]
    found = [path for path in beside if path.stem.endswith(f"-{wanted.casefold()}") or path.name == named.name]
    if named.is_file() and named.name != wanted:
        found.append(named)
    listed = {game.own_path.resolve() for game in games}
    return next((path for path in found if path.resolve() not in listed), None)


def find_saved(games: tuple[SavedGame, ...], wanted: str | None, data: Path) -> SavedGame:
    """Return the saved game that is meant.

    Args:
        games: all that are saved.
        wanted: a tag or a file, or None for the one that was cut last.
        data: the folder, for the sentence when there is none.

    Raises:
        CommandError: there is no such game, it is over, or several fit.
    """
    if wanted is None:
        unfinished = [game for game in games if not game.over]
        if not unfinished:
            raise CommandError(Fault("game-none", Exit.NOT_FOUND, {"path": str(data)}))
        return max(unfinished, key=lambda game: game.modified)
    found = [game for game in games if game.tag.casefold() == wanted.casefold()] or [
        game for game in games if _is_file_of(game, Path(wanted))
    ]
    if not found:
        raise CommandError(Fault("game-not-found", Exit.NOT_FOUND, {"game": wanted, "path": str(data)}))
    if len(found) > 1:
        possible = ", ".join(str(game.log_path) for game in found)
        raise CommandError(Fault("game-several", Exit.USAGE, {"game": wanted, "possible": possible}))
    if found[0].over:
        raise CommandError(Fault("game-over", Exit.NOT_FOUND, {"game": wanted, "path": str(found[0].log_path)}))
    return found[0]


def _is_file_of(game: SavedGame, path: Path) -> bool:
    """Say whether a path, or a file name alone, is a file of this game."""
    files = (game.log_path, game.own_path)
    return any(path.resolve() == file.resolve() or str(path) == file.name for file in files)


def _list(games: tuple[SavedGame, ...], settings: Settings) -> None:
    newest_first = sorted(games, key=lambda game: game.modified, reverse=True)
    if settings.json:
        streams.say(dump(games_document(newest_first), encoding=sys.stdout.encoding))
        return
    if not games:
        streams.tell(_("There are no saved games in {path}.").format(path=settings.data))
    for game in newest_first:
        streams.say(_line(game))


def _line(game: SavedGame) -> str:
    people = ", ".join(printable(person.name) for person in game.people)
    where = _("over") if game.over else _("deal {deal} of {deals}").format(deal=game.deal, deals=game.deals)
    return f"{game.tag}  {game.game}  {where}  {people}  {game.log_path}"
