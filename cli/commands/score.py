"""`score`: the score sheet of a game, from its log.

Responsible for choosing the form. It must not add up anything: the sheet is what the rules made of the log, and how
it looks is the paper's business.
"""

import csv
import io
import re
import sys
from shutil import get_terminal_size
from typing import Final

from cli import options, streams
from cli.commands import Invocation
from cli.documents import dump
from cli.errors import CommandError, Fault
from cli.exits import Exit, worst
from cli.film import Film, open_film
from cli.paper import explain_cell, names_of, paper, paper_document, paper_rows
from cli.texts_program import sentence
from joker_lan.games.classic.sheet import DealLine
from joker_lan.games.classic.state import ClassicState

__all__ = ["run"]

SCORE: Final = "joker-lan/score@1"
EXPLAIN: Final = "joker-lan/explain@1"


def run(invocation: Invocation) -> Exit:
    """Print the sheet of a log, or the arithmetic of one of its cells."""
    file, settings, given = invocation.words[0], invocation.settings, invocation.given
    film = open_film(file)
    state = _last_state(film)
    cell = given.last(options.EXPLAIN)
    form = given.last(options.FORMAT) or ("json" if settings.json else "table")
    if cell is not None:
        lines = _explanation(film, state, cell)
        if form == "json":
            streams.say(dump({"schema": EXPLAIN, "file": file, "lines": lines}, encoding=sys.stdout.encoding))
        else:
            streams.say("\n".join(lines))
    elif form == "json":
        document = {"schema": SCORE, "file": file, **paper_document(state, film.people)}
        streams.say(dump(document, encoding=sys.stdout.encoding))
    elif form == "csv":
        streams.say(_csv(film, state))
    else:
        columns = get_terminal_size((80, 24)).columns
        streams.say("\n".join(paper(state, film.people, ascii=settings.ascii, columns=columns)))
    for note in film.notes:
        streams.tell(f"joker-lan: {sentence(note)}")
    return worst(tuple(note.exit for note in film.notes)) if film.notes else Exit.DONE


def _last_state(film: Film) -> ClassicState:
    """Return the state that everybody knew at the end of the log."""
    state = None
    for shot in film.shots(None):
        state = shot.moment.state
    if state is None:
        raise CommandError(Fault("sheet-empty", Exit.NOT_FOUND, {"path": film.file}))
    assert isinstance(state, ClassicState)
    return state


def _csv(film: Film, state: ClassicState) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(paper_rows(state, film.people))
    return text.getvalue().rstrip("\n")


def _explanation(film: Film, state: ClassicState, cell: str) -> list[str]:
    """Return the arithmetic of the cell `deal=D,seat=S`, both counted from 1; the seat may be a name."""
    found = re.fullmatch(r"deal=([0-9]{1,4}),seat=(.+)", cell.strip())
    if found is None:
        raise CommandError(Fault("cell-form", Exit.USAGE, {"cell": cell}))
    deal = int(found[1])
    names = names_of(film.people, state.players)
    seats = [
        seat for seat, name in enumerate(names) if found[2].casefold() == name.casefold() or found[2] == str(seat + 1)
    ]
    if not seats:
        about = {"seat": found[2], "path": film.file, "possible": ", ".join(names)}
        raise CommandError(Fault("seat-unknown", Exit.NOT_FOUND, about))
    lines = explain_cell(state, film.people, deal, seats[0])
    if not lines:
        deals = max((line.deal for line in state.sheet if isinstance(line, DealLine)), default=0)
        raise CommandError(Fault("cell-missing", Exit.NOT_FOUND, {"path": film.file, "deal": deal, "deals": deals}))
    return lines
