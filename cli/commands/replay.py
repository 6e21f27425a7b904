"""`replay`: a game again, card by card, as everybody saw it, as one player saw it, or with all hands.

Responsible for choosing the moments. It must not put a moment into words: `cli.replay_lines` does.
"""

import sys
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from protocol.replay import ALL, Moment

from cli import options, streams
from cli.commands import Invocation
from cli.documents import dump
from cli.errors import CommandError, Fault
from cli.exits import Exit, worst
from cli.film import Film, open_film
from cli.paper import names_of
from cli.replay_lines import Telling, begins_bidding, plays_card
from cli.text import _
from cli.texts_program import sentence
from eventlog.entry import Entry, Statement

__all__ = ["run", "seeing"]

REPLAY: Final = "joker-lan/replay@1"

_Told: TypeAlias = tuple[Moment, list[str]]


def run(invocation: Invocation) -> Exit:
    """Show the moments that were asked for."""
    file, given, settings = invocation.words[0], invocation.given, invocation.settings
    film = open_film(file)
    telling = Telling(film.people, ascii=settings.ascii)
    moments = film.moments(seeing(film, given.last(options.SEAT) or "public"))
    at = given.last(options.AT)
    if at is not None:
        told = _at(telling, moments, film, at)
    else:
        told = _parts(telling, moments, film, deal=given.last(options.DEAL), trick=given.last(options.TRICK))
    if settings.json:
        documents = [
            {"entry": moment.entry, "deal": moment.deal, "trick": moment.trick, "lines": lines}
            for moment, lines in told
        ]
        streams.say(dump({"schema": REPLAY, "file": file, "moments": documents}, encoding=sys.stdout.encoding))
    else:
        for _moment, lines in told:
            for line in lines:
                streams.say(line)
    for note in film.notes:
        streams.tell(f"joker-lan: {sentence(note)}")
    return worst(tuple(note.exit for note in film.notes)) if film.notes else Exit.DONE


def seeing(film: Film, wanted: str) -> Any:
    """Return whose view is meant: a player's name, a seat's number from 1, `all` or `public`.

    Raises:
        CommandError: nobody is called so.
    """
    match wanted.casefold():
        case "all":
            return ALL
        case "public":
            return None
    names = names_of(film.people, len(film.people))
    for seat, name in enumerate(names):
        if wanted.casefold() == name.casefold() or wanted == str(seat + 1):
            return seat
    possible = ", ".join((*names, "all", "public"))
    raise CommandError(Fault("seat-unknown", Exit.NOT_FOUND, {"seat": wanted, "path": film.file, "possible": possible}))


def _parts(
    telling: Telling, moments: Iterator[Moment], film: Film, *, deal: int | None, trick: int | None
) -> Iterator[_Told]:
    """Yield the moments of the game, of one deal or of one trick, with their words."""
    if trick is not None and deal is None:
        raise CommandError(Fault("trick-alone", Exit.USAGE))
    before: Moment | None = None
    found_deal, last_deal, last_trick, told_trick = False, 0, 0, (0, 0)
    for moment in moments:
        last_deal = max(last_deal, moment.deal)
        if deal is None or moment.deal == deal:
            found_deal = True
            last_trick = max(last_trick, moment.trick) if deal is not None else 0
            if trick is None or moment.trick == trick:
                lines = list(telling.happenings(moment))
                if plays_card(moment) and (moment.deal, moment.trick) != told_trick:
                    told_trick = (moment.deal, moment.trick)
                    hands = list(telling.hands(before.state)) if trick is not None and before is not None else []
                    lines = [_("Trick {n}:").format(n=moment.trick), *hands, *lines]
                elif begins_bidding(moment):
                    lines = [*telling.hands(moment.state), *lines]
                if lines:
                    yield moment, lines
        before = moment
    if deal is not None and not found_deal:
        raise CommandError(Fault("deal-missing", Exit.NOT_FOUND, {"deal": deal, "path": film.file, "deals": last_deal}))
    if trick is not None and told_trick == (0, 0):
        about = {"trick": trick, "deal": deal, "tricks": last_trick}
        raise CommandError(Fault("trick-missing", Exit.NOT_FOUND, about))


def _at(telling: Telling, moments: Iterator[Moment], film: Film, entry: int) -> Iterator[_Told]:
    """Yield the one moment after an entry: who said what there, the trick so far, and how the table stood."""
    if entry >= len(film.entries):
        about = {"entry": entry, "path": film.file, "last": len(film.entries) - 1}
        raise CommandError(Fault("entry-missing", Exit.NOT_FOUND, about))
    so_far: list[str] = []
    place = (0, 0)
    for moment in moments:
        if (moment.deal, moment.trick) != place:
            place, so_far = (moment.deal, moment.trick), []
        so_far += telling.happenings(moment)
        if moment.entry >= entry:
            yield moment, [_heading(film, moment, entry), *so_far, *telling.table(moment.state)]
            return


def _heading(film: Film, moment: Moment, entry: int) -> str:
    """Say which entry it is, of whom, and where in the game."""
    where = _("deal {deal}, trick {trick}").format(deal=moment.deal, trick=moment.trick)
    found = film.entries[entry]
    if isinstance(found, Entry) and isinstance(found.statement, Statement):
        name = names_of(film.people, len(film.people))[found.statement.seat]
        return _("Entry {entry}, {kind} by {name}; {where}.").format(
            entry=entry, kind=found.statement.kind, name=name, where=where
        )
    return _("Entry {entry}; {where}.").format(entry=entry, where=where)
