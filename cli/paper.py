"""The paper: the score sheet as people keep it, as lines, as rows of a spreadsheet and as one plain document.

Everything is taken from the game's state, so live play, replay and `score` show the same. Decides and adds up nothing
that the state does not hold, but for the running sums of its own columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

from cli.text import _, printable
from cli.texts_classic import terms_text
from joker_lan.engine import Seat
from joker_lan.games.classic.scoring import explain
from joker_lan.games.classic.sheet import ChargeLine, DealLine, Line, StageLine
from joker_lan.games.classic.state import ClassicState, Phase
from protocol.seat import Person

__all__ = ["Signs", "explain_cell", "names_of", "paper", "paper_document", "paper_rows", "signs", "stage_name"]

_LABEL: Final = 8
_NARROWEST: Final = 15
_WIDEST: Final = 19
_STAGES: Final = ("", "I", "II", "III", "IV")


@dataclass(frozen=True, slots=True)
class Signs:
    """The marks of the paper: none of them is needed to understand a line, and no layout depends on their shape."""

    minus: str
    khisht: str
    dealer: str
    clean: str
    premium: str
    loss: str
    rule: str
    cut: str
    none: str


_PRETTY: Final = Signs("−", "—", "•", "✔", "●", "▼", "─", "…", "–")
_LETTERS: Final = Signs("-", "-", "d", "+", "*", "!", "-", "~", "-")


def signs(*, ascii: bool) -> Signs:
    """Return the marks of a paper with all signs, or with letters only."""
    return _LETTERS if ascii else _PRETTY


def stage_name(stage: int) -> str:
    """Return the Roman numeral of a stage."""
    return _STAGES[stage] if 0 <= stage < len(_STAGES) else str(stage)


def names_of(people: Sequence[Person], players: int) -> tuple[str, ...]:
    """Return the names by seat; a seat without a name is called by its number."""
    found = {person.seat: printable(person.name) for person in people}
    return tuple(found.get(seat) or _("Seat {number}").format(number=seat + 1) for seat in range(players))


def paper(
    state: ClassicState, people: Sequence[Person], *, ascii: bool = False, columns: int = 80, brief: bool = False
) -> list[str]:
    """Return the sheet as lines of at most `columns` characters, or as one line a deal where that is too narrow.

    Args:
        state: the game; the deal in play has a line of its own, with bids and tricks so far.
        people: who sits where.
        ascii: letters only.
        columns: width to fit.
        brief: without the legend, and of stages before the newest only the sums.
    """
    names = names_of(people, state.players)
    marks = signs(ascii=ascii)
    room = (columns - 1 - _LABEL) // state.players
    if room < _NARROWEST:
        return list(_Spoken(state, names, marks, brief).lines())
    return list(_Table(state, names, marks, brief, min(room, _WIDEST)).lines())


class _Running:
    """Sums and marks while the lines of a sheet go by."""

    def __init__(self, players: int) -> None:
        self.totals = [0] * players
        self.clean = [True] * players
        self._stage = 0

    def deal(self, line: DealLine) -> None:
        if line.stage != self._stage:
            self._stage, self.clean = line.stage, [True] * len(self.totals)
        for seat, points in enumerate(line.points):
            self.totals[seat] += points
            exact = line.bids[seat] is not None and line.bids[seat] == line.taken[seat]
            self.clean[seat] = self.clean[seat] and exact

    def charge(self, line: ChargeLine) -> None:
        self.totals[line.seat] += line.points

    def stage(self, line: StageLine) -> None:
        for seat in range(len(self.totals)):
            self.totals[seat] += line.bonus[seat] - line.loss[seat]


def _number(value: int, marks: Signs) -> str:
    return f"{marks.minus}{-value}" if value < 0 else str(value)


def _bid_and_taken(line: DealLine, seat: Seat, marks: Signs) -> str:
    bid, taken = line.bids[seat], line.taken[seat]
    if bid is None or taken is None:
        return marks.none
    both = str(bid) if seat in line.khisht and taken == 0 else f"{bid}/{taken}"
    return f"{marks.khisht}{both}{marks.khisht}" if seat in line.khisht else both


@dataclass(frozen=True, slots=True)
class _Table:
    """Columns by player, a line a deal."""

    state: ClassicState
    names: tuple[str, ...]
    marks: Signs
    brief: bool
    width: int

    def lines(self) -> Iterator[str]:
        rule = self.marks.rule * (_LABEL + self.width * self.state.players)
        running = _Running(self.state.players)
        yield self._row("", [self._name(name) + " " for name in self.names])
        yield rule
        newest = _newest_stage(self.state)
        for line in self.state.sheet:
            match line:
                case DealLine():
                    running.deal(line)
                    if not self.brief or line.stage == newest:
                        yield self._deal(line, running.clean)
                case ChargeLine():
                    running.charge(line)
                    yield self._charge(line)
                case StageLine():
                    running.stage(line)
                    if not self.brief or line.stage == newest:
                        yield rule
                    yield from self._stage(line, running.totals)
                    yield rule
        yield from self._present()
        if not (self.state.sheet and isinstance(self.state.sheet[-1], StageLine)):
            yield rule
            yield self._sums(_("total"), running.totals)
        best = max(running.totals)
        if min(running.totals) < best:
            yield self._row(
                _("behind"), [self._points(best - total) if total < best else " " for total in running.totals]
            )
        if not self.brief:
            yield from self._legend()

    def _row(self, label: str, cells: Sequence[str]) -> str:
        return (f"{label[:_LABEL]:<{_LABEL}}" + "".join(f"{cell:>{self.width}}" for cell in cells)).rstrip()

    def _name(self, name: str) -> str:
        most = self.width - 3
        return name if len(name) <= most else name[: most - 1] + self.marks.cut

    def _points(self, points: int, mark: str = " ") -> str:
        return _number(points, self.marks) + mark

    def _cell(self, left: str, points: str, *, dealer: bool) -> str:
        return f"{(self.marks.dealer if dealer else '') + left:>6}{points:>7}"

    def _deal(self, line: DealLine, clean: Sequence[bool]) -> str:
        return self._row(
            f"{line.deal:>3}. {line.cards:>2}",
            [
                self._cell(
                    _bid_and_taken(line, seat, self.marks),
                    self._points(line.points[seat], self.marks.clean if clean[seat] else " "),
                    dealer=seat == line.dealer,
                )
                for seat in range(self.state.players)
            ],
        )

    def _charge(self, line: ChargeLine) -> str:
        cells = [self._points(line.points) if seat == line.seat else " " for seat in range(self.state.players)]
        return self._row(_("penalty"), cells)

    def _stage(self, line: StageLine, totals: Sequence[int]) -> Iterator[str]:
        yield self._sums(stage_name(line.stage), line.subtotal)
        if any(line.bonus) or any(line.loss):
            yield self._row("", [self._premium(line, seat) for seat in range(self.state.players)])
        yield self._sums(_("total"), totals)

    def _premium(self, line: StageLine, seat: Seat) -> str:
        parts = []
        if line.bonus[seat]:
            parts.append(f"{self.marks.premium}+{line.bonus[seat]}")
        if line.loss[seat]:
            parts.append(f"{self.marks.loss}{self.marks.minus}{line.loss[seat]}")
        return " ".join(parts) + " "

    def _sums(self, label: str, points: Sequence[int]) -> str:
        return self._row(label, [self._points(each) for each in points])

    def _present(self) -> Iterator[str]:
        """Yield the line of the deal in play: bids, and tricks so far."""
        if not _in_play(self.state):
            return
        cells = []
        for seat in range(self.state.players):
            bid = self.state.bids.get(seat)
            left = self.marks.none if bid is None else f"{bid}/{self.state.taken[seat]}"
            cells.append(self._cell(left, " ", dealer=seat == self.state.dealer))
        yield self._row(f"{f'>{self.state.deal}':>3}. {self.state.cards_each:>2}", cells)

    def _legend(self) -> Iterator[str]:
        marks = self.marks
        legend = [
            _("Line: deal, cards each; for each player bid/taken and points."),
            _("{dealer} dealer, {clean} exact in every deal of this stage so far,").format(
                dealer=marks.dealer, clean=marks.clean
            ),
            _("{khisht} khisht: bid, but took nothing.").format(khisht=f"{marks.khisht}n{marks.khisht}"),
        ]
        if any(isinstance(line, StageLine) and (any(line.bonus) or any(line.loss)) for line in self.state.sheet):
            legend.append(
                _("{premium} premium, {loss} lost by the premium of another.").format(
                    premium=marks.premium, loss=marks.loss
                )
            )
        yield from wrap(" ".join(legend), _LABEL + self.width * self.state.players)


@dataclass(frozen=True, slots=True)
class _Spoken:
    """One line a deal, for narrow places and for ears."""

    state: ClassicState
    names: tuple[str, ...]
    marks: Signs
    brief: bool

    def lines(self) -> Iterator[str]:
        running = _Running(self.state.players)
        newest = _newest_stage(self.state)
        for line in self.state.sheet:
            match line:
                case DealLine():
                    running.deal(line)
                    if not self.brief or line.stage == newest:
                        yield _("Deal {deal}: {results}").format(deal=line.deal, results=self._deal(line))
                case ChargeLine():
                    running.charge(line)
                    yield _("Deal {deal}: penalty {result}").format(
                        deal=line.deal, result=self._pair(line.seat, line.points)
                    )
                case StageLine():
                    running.stage(line)
                    yield _("Stage {stage}: {results}").format(
                        stage=stage_name(line.stage), results=self._each(line.subtotal)
                    )
                    if any(line.bonus):
                        yield _("Premium: {results}").format(results=self._each(line.bonus, only_some=True))
                    if any(line.loss):
                        losses = tuple(-loss for loss in line.loss)
                        yield _("Lost by it: {results}").format(results=self._each(losses, only_some=True))
        yield _("Total: {results}").format(results=self._each(tuple(running.totals)))
        if not self.brief:
            yield _("For each player bid/taken and points; {khisht} khisht: bid, but took nothing.").format(
                khisht=f"{self.marks.khisht}n{self.marks.khisht}"
            )

    def _deal(self, line: DealLine) -> str:
        return ", ".join(
            f"{name} {_bid_and_taken(line, seat, self.marks)} {_number(line.points[seat], self.marks)}"
            for seat, name in enumerate(self.names)
        )

    def _each(self, points: Sequence[int], *, only_some: bool = False) -> str:
        return ", ".join(self._pair(seat, each) for seat, each in enumerate(points) if each or not only_some)

    def _pair(self, seat: Seat, points: int) -> str:
        return f"{self.names[seat]} {_number(points, self.marks)}"


def _in_play(state: ClassicState) -> bool:
    match state.phase:
        case Phase.CHOOSING | Phase.BIDDING | Phase.PLAYING | Phase.REVEALING:
            return True
        case Phase.DRAWING | Phase.DEALING | Phase.OVER | Phase.BROKEN_OFF:
            return False


def _newest_stage(state: ClassicState) -> int:
    return next((line.stage for line in reversed(state.sheet) if isinstance(line, DealLine)), 0)


def explain_cell(state: ClassicState, people: Sequence[Person], deal: int, seat: Seat) -> list[str]:
    """Return the arithmetic behind one player's line of one deal: penalties before it, the deal, its stage's end.

    Args:
        state: the game.
        people: who sits where.
        deal: number of the deal, from 1; empty if it is not on the sheet.
        seat: the player.
    """
    name = names_of(people, state.players)[seat]
    result = []
    stage = 0
    for line in state.sheet:
        match line:
            case DealLine() if line.deal == deal:
                stage = line.stage
                bid, taken = line.bids[seat], line.taken[seat]
                said = "" if bid is None else _("bid {bid}, took {taken}: ").format(bid=bid, taken=taken)
                result.append(_cell(name, line.deal, said + terms_text(explain(state.options, line, seat))))
            case ChargeLine() if line.deal == deal and line.seat == seat:
                result.append(_cell(name, line.deal, terms_text(explain(state.options, line, seat))))
            case StageLine() if line.stage == stage and result:
                result.append(
                    _("{name}, stage {stage}: {terms}.").format(
                        name=name, stage=stage_name(stage), terms=terms_text(explain(state.options, line, seat))
                    )
                )
                break
            case _:
                pass
    return result


def _cell(name: str, deal: int, terms: str) -> str:
    return _("{name}, deal {deal}: {terms}.").format(name=name, deal=deal, terms=terms)


def paper_rows(state: ClassicState, people: Sequence[Person]) -> list[tuple[int | str, ...]]:
    """Return the sheet as rows of a spreadsheet, the first with the names of the columns.

    Columns: kind of line (`deal`, `penalty`, `stage`, `premium`, `loss`, `total`), stage, deal, cards, dealer, then
    bid, taken and points of each player; points are empty where a line says nothing about a player.
    """
    names = names_of(people, state.players)
    heading: list[int | str] = ["line", "stage", "deal", "cards", "dealer"]
    for name in names:
        heading += [f"{name}: bid", f"{name}: taken", f"{name}: points"]
    rows: list[tuple[int | str, ...]] = [tuple(heading)]
    stage = 0
    for line in state.sheet:
        match line:
            case DealLine():
                stage = line.stage
                rows.append(_deal_row(line, names))
            case ChargeLine():
                points = tuple(line.points if seat == line.seat else "" for seat in range(state.players))
                rows.append(_points_row("penalty", stage or "", points, deal=line.deal))
            case StageLine():
                rows.append(_points_row("stage", line.stage, line.subtotal))
                if any(line.bonus):
                    rows.append(_points_row("premium", line.stage, tuple(each or "" for each in line.bonus)))
                if any(line.loss):
                    rows.append(_points_row("loss", line.stage, tuple(-each or "" for each in line.loss)))
    rows.append(_points_row("total", "", state.totals))
    return rows


def _deal_row(line: DealLine, names: Sequence[str]) -> tuple[int | str, ...]:
    cells: list[int | str] = ["deal", line.stage, line.deal, line.cards, names[line.dealer]]
    for bid, taken, points in zip(line.bids, line.taken, line.points, strict=True):
        cells += ["" if bid is None else bid, "" if taken is None else taken, points]
    return tuple(cells)


def _points_row(
    kind: str, stage: int | str, points: Sequence[int | str], deal: int | str = ""
) -> tuple[int | str, ...]:
    cells: list[int | str] = [kind, stage, deal, "", ""]
    for each in points:
        cells += ["", "", each]
    return tuple(cells)


def paper_document(state: ClassicState, people: Sequence[Person]) -> dict[str, Any]:
    """Return the sheet as a JSON value; seats are numbers from 0, everything listed by seat."""
    return {
        "players": [{"seat": seat, "name": name} for seat, name in enumerate(names_of(people, state.players))],
        "lines": [_line_document(line) for line in state.sheet],
        "scores": list(state.totals),
        "winners": None if state.result is None else sorted(state.result.winners),
    }


def _line_document(line: Line) -> Mapping[str, Any]:
    match line:
        case DealLine():
            return {
                "kind": "deal",
                "deal": line.deal,
                "stage": line.stage,
                "dealer": line.dealer,
                "cards": line.cards,
                "bids": list(line.bids),
                "taken": list(line.taken),
                "points": list(line.points),
                "khisht": sorted(line.khisht),
            }
        case ChargeLine():
            return {
                "kind": "penalty",
                "deal": line.deal,
                "seat": line.seat,
                "points": line.points,
                "rule": line.rule.value,
            }
        case StageLine():
            return {
                "kind": "stage",
                "stage": line.stage,
                "subtotal": list(line.subtotal),
                "bonus": list(line.bonus),
                "loss": list(line.loss),
                "premium": sorted(line.premium),
            }
