"""`resume`: go on with a saved game, or list the saved games.

Responsible for finding the game that is meant. It must not know how a table is run.
"""

import os
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
from cli.table import game_fault, run_table
from cli.text import _, printable
from cli.texts_program import sentence
from eventlog.store import StoreError
from protocol.net.local import reopen_table
from protocol.net.saved import SavedGame, SpoiledGame, UnusableGame, kept_games
from protocol.seat import Kind

__all__ = ["find_saved", "run", "saved_line"]


def run(invocation: Invocation) -> Exit:
    """Go on with the game that is meant, or list the games."""
    given, settings = invocation.given, invocation.settings
    try:
        kept = kept_games(settings.data)
    except StoreError as error:
        raise CommandError(store_fault(error)) from error
    games = tuple(game for game in kept if isinstance(game, SavedGame))
    spoiled = tuple(game for game in kept if isinstance(game, SpoiledGame))
    if given.is_on(options.LIST):
        _list(games, spoiled, settings)
        return Exit.DONE
    wanted = invocation.words[0] if invocation.words else None
    unlisted = _unlisted(games, spoiled, wanted)
    if unlisted is not None:
        # It lies elsewhere, or something is wrong with it, and then opening it says what.
        opening = partial(reopen_table, unlisted, folder=settings.data)
        autoplay = given.is_on(options.AUTOPLAY)
        return run_table(opening, settings, autoplay=autoplay, seed=given.last(options.SEED))
    if wanted is None:
        _warn(games, spoiled)
    game = find_saved(games, wanted, settings.data)
    autoplay = given.is_on(options.AUTOPLAY) or all(person.kind is Kind.BOT for person in game.people)
    if not autoplay and (settings.no_input or streams.is_deaf()):
        raise CommandError(Fault("nobody-to-ask", Exit.USAGE))
    opening = partial(reopen_table, game.own_path, folder=settings.data)
    return run_table(opening, settings, autoplay=autoplay, seed=given.last(options.SEED))


def _was_begun(game: SpoiledGame) -> bool:
    """Tell whether anything was lost: a crash at the very beginning leaves files without a game."""
    return not (isinstance(game.error, UnusableGame) and game.error.code == "unbegun")


def _warn(games: tuple[SavedGame, ...], spoiled: tuple[SpoiledGame, ...]) -> None:
    """Tell of a newer game than the one that goes on, if it cannot be read.

    Raises:
        CommandError: only such games are left.
    """
    unfinished = [game.modified for game in games if not game.over]
    newer = [game for game in spoiled if _was_begun(game) and game.modified >= max(unfinished, default=0.0)]
    if not newer:
        return
    fault = game_fault(max(newer, key=lambda game: game.modified).error)
    if not unfinished:
        raise CommandError(fault)
    streams.tell(f"joker-lan: {sentence(fault)}")


def _unlisted(games: tuple[SavedGame, ...], spoiled: tuple[SpoiledGame, ...], wanted: str | None) -> Path | None:
    """Return the private file of a game that is there by its name but is not in the list."""
    if wanted is None:
        return None
    named = os.path.splitext(wanted)[0] + ".own"
    for game in spoiled:
        path = game.own_path
        if path.stem.endswith(f"-{wanted.casefold()}") or path.name == named or _is_same(named, path):
            return path
    if os.path.isfile(named) and named != wanted and not any(_is_same(named, game.own_path) for game in games):
        return Path(named)
    return None


def _is_same(one: str, other: Path) -> bool:
    """Tell whether two paths lead to one place, whatever was typed as the first."""
    return os.path.realpath(one) == os.path.realpath(other)


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
        game for game in games if _is_file_of(game, wanted)
    ]
    if not found:
        raise CommandError(Fault("game-not-found", Exit.NOT_FOUND, {"game": wanted, "path": str(data)}))
    if len(found) > 1:
        possible = ", ".join(str(game.log_path) for game in found)
        raise CommandError(Fault("game-several", Exit.USAGE, {"game": wanted, "possible": possible}))
    if found[0].over:
        raise CommandError(Fault("game-over", Exit.NOT_FOUND, {"game": wanted, "path": str(found[0].log_path)}))
    return found[0]


def _is_file_of(game: SavedGame, wanted: str) -> bool:
    """Say whether a path, or a file name alone, is a file of this game."""
    return any(_is_same(wanted, file) or wanted == file.name for file in (game.log_path, game.own_path))


def _list(games: tuple[SavedGame, ...], spoiled: tuple[SpoiledGame, ...], settings: Settings) -> None:
    newest_first = sorted(games, key=lambda game: game.modified, reverse=True)
    lost = [game for game in spoiled if _was_begun(game)]
    if settings.json:
        streams.say(dump(games_document(newest_first), encoding=sys.stdout.encoding))
    else:
        if not games and not lost:
            streams.tell(_("There are no saved games in {path}.").format(path=settings.data))
        for game in newest_first:
            streams.say(saved_line(game))
    for each in lost:
        streams.tell(f"joker-lan: {sentence(game_fault(each.error))}")


def saved_line(game: SavedGame) -> str:
    """Return the line of a list: table, game, how far it is, who plays, where it is."""
    people = ", ".join(printable(person.name) for person in game.people)
    if game.over:
        where = _("over")
    elif game.deals is None:
        where = _("deal {deal}").format(deal=game.deal)
    else:
        where = _("deal {deal} of {deals}").format(deal=game.deal, deals=game.deals)
    return f"{game.tag}  {game.game}  {where}  {people}  {game.log_path}"
