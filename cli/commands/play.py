"""`play`: alone against bots, on this device, without a socket.

Responsible for what the options of `play` mean. It must not know how a table is run.
"""

from functools import partial
from typing import Final

from cli import options, streams
from cli.commands import Invocation
from cli.errors import CommandError, Fault
from cli.exits import Exit
from cli.house_rules import find_game, house_rules
from cli.text import _
from cli.values import Bots
from cli.version import program
from joker_lan.engine import AnyGame

__all__ = ["run"]

_GAME: Final = "classic"
_BOTS: Final = Bots(count=3, level=1)
_PROOF_ROUNDS: Final = 40


def run(invocation: Invocation) -> Exit:
    """Open a table for the person and the bots, and play."""
    given, settings = invocation.given, invocation.settings
    game = find_game(invocation.words[0] if invocation.words else _GAME)
    bots = given.last(options.BOT_SEATS) or _BOTS
    seats = _seats(game, bots.count)
    rules = house_rules(game, given, seats)
    autoplay = given.is_on(options.AUTOPLAY)
    if not autoplay and (settings.no_input or streams.is_deaf()):
        raise CommandError(Fault("nobody-to-ask", Exit.USAGE))

    from cli.table import run_table
    from protocol.net.local import LocalSeat, open_table
    from protocol.seat import Kind

    own = LocalSeat(settings.name, Kind.BOT if autoplay else Kind.PERSON)
    others = (LocalSeat(name, Kind.BOT) for name in bot_names(settings.name, bots.count))
    opening = partial(
        open_table,
        game=game.id,
        options=rules,
        seats=(own, *others),
        title=settings.name,
        proof_rounds=given.last(options.PROOF_ROUNDS) or _PROOF_ROUNDS,
        folder=settings.data,
        log_path=given.last(options.LOG),
        program=program(),
    )
    return run_table(opening, settings, autoplay=autoplay, seed=given.last(options.SEED))


def _seats(game: AnyGame, bots: int) -> int:
    """Return how many play: the person and the bots."""
    if bots + 1 not in game.seats:
        possible = ", ".join(str(seats - 1) for seats in game.seats if seats > 1)
        raise CommandError(Fault("bots-number", Exit.USAGE, {"game": game.id, "bots": bots, "possible": possible}))
    return bots + 1


def bot_names(own: str, count: int) -> tuple[str, ...]:
    """Return names for bots, none of them the person's own."""
    names = (_("Bot {number}").format(number=number) for number in range(1, count + 2))
    return tuple(name for name in names if name.casefold() != own.casefold())[:count]
