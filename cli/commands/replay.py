"""`replay`: a game again, card by card, as everybody saw it, as one player saw it, or with all hands.

Responsible for choosing what is shown. It must not put anything into words: `cli.replay_lines` does.
"""

import sys
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from cli import options, streams
from cli.commands import Invocation
from cli.documents import dump
from cli.errors import CommandError, Fault
from cli.exits import Exit, worst
from cli.film import Film, Shot, open_film
from cli.look import look_of
from cli.paper import names_of
from cli.replay_lines import Telling, begins_bidding, begins_deal, leads, plays_card
from cli.text import _
from cli.texts_program import sentence
from eventlog.entry import Entry, Statement
from protocol.replay import ALL, Seeing

__all__ = ["run", "seeing"]

REPLAY: Final = "joker-lan/replay@1"

_Told: TypeAlias = tuple[Shot, list[str]]


def run(invocation: Invocation) -> Exit:
    """Show the part of the game that was asked for."""
    file, given, settings = invocation.words[0], invocation.given, invocation.settings
    film = open_film(file)
    telling = Telling(film.people, ascii=settings.ascii)
    eyes = seeing(film, given.last(options.SEAT) or "public")
    shots = film.shots(eyes, settings.data)
    at = given.last(options.AT)
    if at is not None:
        if given.last(options.DEAL) is not None or given.last(options.TRICK) is not None:
            raise CommandError(Fault("at-alone", Exit.USAGE))
        told = _at(telling, shots, film, at)
    else:
        told = _parts(telling, shots, film, deal=given.last(options.DEAL), trick=given.last(options.TRICK))
    closed = ""
    if settings.json:
        documents = [_document(shot, lines) for shot, lines in told]
        streams.say(dump({"schema": REPLAY, "file": file, "shots": documents}, encoding=sys.stdout.encoding))
    else:
        look = look_of(sys.stdout, settings.color)
        begun = False
        for shot, lines in told:
            if begun and begins_deal(shot):
                streams.say("")
            begun = True
            streams.say(look.shown("\n".join(lines)))
            closed = telling.closed(shot.after, eyes)
    if closed:
        streams.tell(f"joker-lan: {closed}")
    for note in film.notes:
        streams.tell(f"joker-lan: {sentence(note)}")
    return worst(tuple(note.exit for note in film.notes)) if film.notes else Exit.DONE


def _document(shot: Shot, lines: list[str]) -> dict[str, Any]:
    moment = shot.moment
    return {"entry": moment.entry, "deal": moment.deal, "trick": moment.trick, "lines": lines}


def seeing(film: Film, wanted: str) -> Seeing:
    """Return whose view is meant: a player's name, a seat's number from 1, `all` or `public`.

    Raises:
        CommandError: nobody is called so.
    """
    names = names_of(film.people, len(film.people))
    for seat, name in enumerate(names):
        if wanted.casefold() == name.casefold() or wanted == str(seat + 1):
            return seat
    if wanted.casefold() == "all":
        return ALL
    if wanted.casefold() == "public":
        return None
    possible = ", ".join((*names, "all", "public"))
    raise CommandError(Fault("seat-unknown", Exit.NOT_FOUND, {"seat": wanted, "path": film.file, "possible": possible}))


def _parts(
    telling: Telling, shots: Iterator[Shot], film: Film, *, deal: int | None, trick: int | None
) -> Iterator[_Told]:
    """Yield the game, one deal or one trick of it, with its words."""
    if trick is not None and deal is None:
        raise CommandError(Fault("trick-alone", Exit.USAGE))
    deals, tricks, told = 0, 0, False
    hands: tuple[str, ...] = ()
    for shot in shots:
        deals = max(deals, shot.moment.deal)
        if deal is not None and shot.moment.deal != deal:
            continue
        if plays_card(shot):
            tricks = max(tricks, shot.moment.trick)
        if trick is not None and not (shot.moment.trick == trick and plays_card(shot)):
            continue
        told = True
        lines = list(telling.happenings(shot))
        if leads(shot):
            before = telling.hands(shot.before) if trick is not None else ()
            lines = [_("Trick {n}:").format(n=shot.moment.trick), *before, *lines]
        elif begins_bidding(shot):
            hands = tuple(telling.hands(shot.after))
            lines = [*hands, *lines]
        if trick is None and shot.moment.entry == len(film.entries) - 1 and shot.after.result is None:
            now = tuple(telling.hands(shot.after))  # the game goes on from here: with which cards
            lines += now if now != hands else ()
        if lines:
            yield shot, lines
    if deal is not None and deal > deals:
        raise CommandError(Fault("deal-missing", Exit.NOT_FOUND, {"deal": deal, "path": film.file, "deals": deals}))
    if trick is not None and not told:
        raise CommandError(Fault("trick-missing", Exit.NOT_FOUND, {"trick": trick, "deal": deal, "tricks": tricks}))


def _at(telling: Telling, shots: Iterator[Shot], film: Film, entry: int) -> Iterator[_Told]:
    """Yield the one shot of an entry: who said what there, the trick so far, and how the table stood after it."""
    if entry >= len(film.entries):
        about = {"entry": entry, "path": film.file, "last": len(film.entries) - 1}
        raise CommandError(Fault("entry-missing", Exit.NOT_FOUND, about))
    so_far: list[str] = []
    place = (0, 0)
    for shot in shots:
        if (shot.moment.deal, shot.moment.trick) != place:
            place, so_far = (shot.moment.deal, shot.moment.trick), []
        so_far += telling.happenings(shot)
        if shot.moment.entry == entry:
            yield shot, [_heading(film, shot), *so_far, *telling.table(shot.after)]
            return


def _heading(film: Film, shot: Shot) -> str:
    """Say which entry it is, of whom, and where in the game."""
    where = _("deal {deal}, trick {trick}").format(deal=shot.moment.deal, trick=shot.moment.trick)
    found = film.entries[shot.moment.entry]
    if isinstance(found, Entry) and isinstance(found.statement, Statement):
        name = names_of(film.people, len(film.people))[found.statement.seat]
        return _("Entry {entry}, {kind} by {name}; {where}.").format(
            entry=shot.moment.entry, kind=found.statement.kind, name=name, where=where
        )
    return _("Entry {entry}; {where}.").format(entry=shot.moment.entry, where=where)
