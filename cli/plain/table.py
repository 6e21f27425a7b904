"""A table line by line: tells what happens, asks when it is the player's turn, sends what he wants.

Everything is taken from the player's port, so it works the same with and without other devices. Keeps nothing but
what was asked last; decides no rule.
"""

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, assert_never

import trio

from cli.bots import play_bot, random_source
from cli.errors import CommandError, Fault
from cli.exits import Exit
from cli.paper import names_of, paper
from cli.plain.commands import Word, parse
from cli.plain.help import help_lines, rules_lines
from cli.plain.screen import View
from cli.plain.sentences import describe
from cli.plain.terminal import Terminal
from cli.plain.turn import Ask, Confirming, Do, Drop, Pending, Show, Tell, answer
from cli.ports import following
from cli.settings import Settings, default_data
from cli.shell import quoted
from cli.text import N_, _
from cli.texts_classic import violation_text
from cli.texts_table import broken_text, notice_text
from joker_lan.engine import Seat
from joker_lan.games import games
from joker_lan.games.classic.happenings import BidMade, CardPlayed, DealScored, GameEnded, StageScored, TrumpChosen
from joker_lan.games.classic.state import ClassicState, Phase
from protocol.seat import Act, Broken, Change, Leave, Notice, Over, Paused, Preparing, Refused, SeatPort, Snapshot

__all__ = ["Table", "play_table"]

_PATIENCE: Final = 10.0
"""Seconds that a pipe may stay silent before it is taken for nobody; a process without a person must never hang."""

_REFUSALS: Final[Mapping[str, str]] = {
    "not-your-turn": N_("It is not your turn any more."),
    "not-now": N_("That is not possible just now; try again in a moment."),
    "no-action": N_("That is nothing that can be done in this game."),
    "game-over": N_("The game is over."),
    "broken": N_("The game cannot go on."),
}


class Table(Protocol):
    """What this face needs of a table on this device."""

    @property
    def ports(self) -> Mapping[Seat, SeatPort]:
        """The ports of the seats that this device holds."""

    @property
    def log_path(self) -> Path:
        """Where the log lies."""

    @property
    def tag(self) -> str:
        """Six letters that name the table."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A typed line; None is the end of input."""

    text: str | None


@dataclass(frozen=True, slots=True)
class _Closed:
    """The table closed: no more changes will come."""


_Event: TypeAlias = Change | _Line | _Closed


async def play_table(
    table: Table, me: Seat | None, *, autoplay: bool, seed: int | None, settings: Settings, terminal: Terminal
) -> int:
    """Play at a table on this device until the game is over or the player leaves.

    Args:
        table: the table; every seat of it but `me` is played by a bot.
        me: the seat of the person here; None if only bots play.
        autoplay: a bot plays the person's seat too.
        seed: makes the bots' choices repeatable.
        settings: of this run.
        terminal: where to write and read.

    Returns:
        An exit code: done (also when the player left by `quit`), broken off, or interrupted.

    Raises:
        CommandError: it is the turn of a person who cannot be asked.
    """
    person = None if autoplay else me
    if person is not None and terminal.lines is None:
        raise CommandError(Fault("nobody-to-ask", Exit.USAGE))
    watched = min(table.ports) if me is None else me
    face = _Face(
        table, table.ports[watched], me, person is not None, terminal, _resume_command(terminal, table, settings)
    )
    codes: list[int] = []
    try:
        async with trio.open_nursery() as nursery:
            for seat, port in table.ports.items():
                if seat != person:
                    nursery.start_soon(play_bot, port, seat, random_source(seed, seat))
            nursery.start_soon(_stop_on_interrupt, nursery.cancel_scope)
            codes.append(await face.run())
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise _innermost(group) from None
    if not codes:
        face.say_saved(_("Interrupted."))
        return Exit.INTERRUPTED
    return codes[0]


async def _stop_on_interrupt(scope: trio.CancelScope) -> None:
    """End the table by itself on Ctrl-C, so that what is saved can be told."""
    with trio.open_signal_receiver(signal.SIGINT) as signals:
        async for _number in signals:
            scope.cancel()
            return


def _innermost(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first real error of a group of tasks: callers know errors, not tasks."""
    first = group.exceptions[0]
    return _innermost(first) if isinstance(first, BaseExceptionGroup) else first


def _resume_command(terminal: Terminal, table: Table, settings: Settings) -> str:
    data = "" if settings.data == default_data() else f" --data {quoted(str(settings.data))}"
    return f"{terminal.program} resume {table.tag}{data}"


@dataclass(slots=True)
class _Face:
    """The conversation with one person, or the telling of a game that bots play."""

    table: Table
    port: SeatPort
    me: Seat | None
    is_person: bool
    terminal: Terminal
    resume: str
    _snapshot: Snapshot = field(init=False)
    _pending: Pending | Confirming | None = field(default=None, init=False)
    _suit_asked: bool = field(default=False, init=False)
    _asked: Any = field(default=None, init=False)
    _answered: Any = field(default=None, init=False)
    _wanted: trio.Event = field(default_factory=trio.Event, init=False)
    _heard: bool = field(default=False, init=False)
    _preparing: bool = field(default=False, init=False)
    _ended: bool = field(default=False, init=False)
    _greeted: bool = field(default=False, init=False)

    async def run(self) -> int:
        """Tell and ask until the end; returns an exit code."""
        self._snapshot = self.port.snapshot()
        self._greet_once()
        code = self._end()
        self._turn()
        send, receive = trio.open_memory_channel[_Event](0)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._pass_changes, send.clone())
            if self.is_person:
                nursery.start_soon(self._pass_lines, send.clone())
            while code is None:
                code = await self._handle(await receive.receive())
            nursery.cancel_scope.cancel()
        return code

    async def _pass_changes(self, send: trio.MemorySendChannel[_Event]) -> None:
        async with following(self.port, self._snapshot.number) as changes:
            async for change in changes:
                await send.send(change)
        await send.send(_Closed())

    async def _pass_lines(self, send: trio.MemorySendChannel[_Event]) -> None:
        """Read lines: from a person at once, from a pipe only when a line is needed, one for each question."""
        assert self.terminal.lines is not None
        while True:
            if self.terminal.interactive:
                line = await self.terminal.lines.line()
            else:
                await self._wanted.wait()
                line = None
                with trio.move_on_after(float("inf") if self._heard else _PATIENCE):
                    line = await self.terminal.lines.line()
            self._wanted = trio.Event()
            await send.send(_Line(line))
            if line is None:
                return

    async def _handle(self, event: _Event) -> int | None:
        match event:
            case Change():
                return self._changed(event)
            case _Line(text):
                return await self._end_of_input() if text is None else await self._typed(text)
            case _Closed():
                self.say_saved(_("The table was closed."))
                return Exit.BROKEN_OFF
            case _:
                assert_never(event)

    async def _end_of_input(self) -> int:
        if not self._heard and not self.terminal.interactive:
            raise CommandError(Fault("nobody-to-ask", Exit.USAGE))
        return await self._leave(_("End of input."))

    # What happens

    def _changed(self, change: Change) -> int | None:
        before, self._snapshot = self._snapshot, change.snapshot
        # What is told without a new entry is of a game that is only taken up again.
        news = change.happenings if change.snapshot.entry > before.entry else ()
        self._greet_once(late=bool(news))
        self._tell_all(news)
        self._tell_phase()
        for notice in change.snapshot.notices:
            if notice not in before.notices:
                self._tell_notice(notice)
        scored = [each for each in news if isinstance(each, DealScored | StageScored)]
        wanted = self.is_person or any(isinstance(each, StageScored) for each in scored)
        if scored and wanted and not self._is_silent() and self._state.result is None:
            self._show_paper(brief=self._state.deal > 2)
            self.terminal.say("")
        self._turn()
        return self._end()

    def _tell_all(self, happenings: tuple[Any, ...]) -> None:
        last_bid = max((place for place, each in enumerate(happenings) if isinstance(each, BidMade)), default=-1)
        for place, happening in enumerate(happenings):
            self._tell(happening)
            # Several entries may come as one change, and the view is the one after them all.
            if place == last_bid:
                self._tell_mood()

    def _is_silent(self) -> bool:
        """Tell whether only the result is wanted."""
        return self.terminal.quiet and not self.is_person

    def _tell(self, happening: Any) -> None:
        if isinstance(happening, GameEnded):
            self._ended = True
        elif self._is_silent() or (self.terminal.quiet and self._is_mine(happening)):
            return
        people, bids = self._snapshot.people, self._state.bids
        sentence = describe(happening, people, me=self.me, ascii=self.terminal.ascii, bids=bids)
        if sentence:
            self.terminal.say(sentence)

    def _tell_mood(self) -> None:
        """Tell what the sum of the bids means, once everybody has bid."""
        mood = self._view().mood_line()
        if mood and not self._is_silent():
            self.terminal.say(mood)

    def _is_mine(self, happening: Any) -> bool:
        """Tell whether it is what this person just typed."""
        return isinstance(happening, CardPlayed | BidMade | TrumpChosen) and happening.seat == self.me

    def _tell_phase(self) -> None:
        match self._snapshot.phase:
            case Preparing():
                if not self._preparing and not self._is_silent():
                    self.terminal.say(_("All players shuffle the cards together…").replace("…", self._dots()))
                self._preparing = True
            case Paused(missing):
                self.terminal.say(_("Waiting for missing devices: {count}.").format(count=len(missing)))
            case _:
                self._preparing = False

    def _dots(self) -> str:
        return "..." if self.terminal.ascii else "…"

    def _tell_notice(self, notice: Notice) -> None:
        self.terminal.say(notice_text(notice))
        self._answered = None  # a wish may have come to nothing: ask again

    # The end

    def _end(self) -> int | None:
        """Tell the end if the game has come to one."""
        phase = self._snapshot.phase
        match phase:
            case Over(result):
                if not self._ended:
                    self._tell(GameEnded(result))
                self._show_paper(brief=False)
                self.terminal.say(
                    "",
                    _("The log of the game: {path}").format(path=self.table.log_path),
                    _("Anybody can check it: {program} audit {path}").format(
                        program=self.terminal.program, path=quoted(str(self.table.log_path))
                    ),
                    whole=True,
                )
                return Exit.DONE
            case Broken(_code, culprit):
                name = "" if culprit is None else names_of(self._snapshot.people, culprit + 1)[culprit]
                self.terminal.say(broken_text(phase, name))
                self.terminal.say(_("The log of the game: {path}").format(path=self.table.log_path), whole=True)
                return Exit.BROKEN_OFF
            case _:
                return None

    async def _leave(self, why: str) -> int:
        await self.port.send(Leave())
        self.say_saved(why)
        return Exit.DONE

    def say_saved(self, why: str) -> None:
        """Say that the game is saved and how it goes on."""
        self.terminal.say(
            why + " " + _("The game is saved. To go on: {command}").format(command=self.resume), whole=True
        )

    # The player's turn

    @property
    def _state(self) -> ClassicState:
        view = self._snapshot.view
        assert isinstance(view, ClassicState)  # the only game that this version plays
        return view

    def _view(self) -> View:
        snapshot = self._snapshot
        return View(
            games()[snapshot.game],
            self._state,
            -1 if self.me is None else self.me,
            snapshot.people,
            self.terminal.ascii,
            self.terminal.width,
        )

    def _moment(self) -> Any:
        """Return what tells one question of the game from the next."""
        state = self._state
        return (state.deck, state.phase, len(state.bids), len(state.history), len(state.trick))

    def _is_my_turn(self) -> bool:
        return self.is_person and self._snapshot.may_act and self._moment() != self._answered

    def _turn(self) -> None:
        """Ask if it is the player's turn and he was not asked yet."""
        if not self._is_my_turn():
            return
        if self._moment() != self._asked:
            self._asked = self._moment()
            self._pending, self._suit_asked = None, self._state.phase is Phase.CHOOSING
            view = self._view()
            self.terminal.say("", *view.lines(), *view.question())
        self._ask_for_line()

    def _ask_for_line(self) -> None:
        prompts = {Phase.CHOOSING: _("Trump> "), Phase.BIDDING: _("Bid> "), Phase.PLAYING: _("Play> ")}
        self.terminal.prompt(_("Joker> ") if isinstance(self._pending, Pending) else prompts[self._moment()[1]])
        self._wanted.set()

    async def _typed(self, line: str) -> int | None:
        """Do what a line says; returns an exit code if that is the end."""
        self._heard = True
        self.terminal.typed()
        meant = answer(parse(line, suit_asked=self._suit_asked), self._view(), self._pending)
        match meant:
            case Do(action):
                self._pending, self._suit_asked = None, self._state.phase is Phase.CHOOSING
                await self._send(action)
            case Ask(text, pending, suit):
                self._pending, self._suit_asked = pending, suit
                self.terminal.say(text)
            case Drop(text):
                self._pending, self._suit_asked = None, self._state.phase is Phase.CHOOSING
                self.terminal.say(text)
            case Tell(text):
                self.terminal.say(text)
            case Show(Word.QUIT):
                return await self._leave(_("Goodbye."))
            case Show(word):
                self._show(word)
            case _:
                assert_never(meant)
        if self._is_my_turn():
            self._ask_for_line()
        return None

    async def _send(self, action: Any) -> None:
        moment = self._moment()
        reply = await self.port.send(Act(action))
        if not isinstance(reply, Refused):
            self._answered = moment
        elif reply.violation is not None:
            self.terminal.say(violation_text(reply.violation, ascii=self.terminal.ascii))
        else:
            self.terminal.say(_(_REFUSALS.get(reply.code, N_("That is not possible now."))))

    # What can be looked at

    def _greet_once(self, *, late: bool = False) -> None:
        """Greet as soon as everybody has said a name, or when it is too late to wait for names."""
        snapshot = self._snapshot
        named = {person.seat for person in snapshot.people if person.name}
        if self._greeted or self._is_silent() or not (late or len(named) == self._state.players):
            return
        self._greeted = True
        names = ", ".join(
            _("{name} (you)").format(name=name) if seat == self.me else name
            for seat, name in enumerate(names_of(snapshot.people, self._state.players))
        )
        self.terminal.say(
            _("Joker, table {tag}. At the table, clockwise: {names}.").format(tag=self.table.tag, names=names)
        )
        if self.is_person:
            self.terminal.say(_("Type help for everything you need to play; quit saves the game."))
        if self._state.deal > 0 and not isinstance(snapshot.phase, Over):
            if self._state.sheet:
                self._show_paper(brief=True)
            view = self._view()
            # Whoever is to act is shown the rest with the question.
            asked_soon = self.is_person and self.me in self._state.to_act
            self.terminal.say("", *([view.deal_line()] if asked_soon else view.table_lines()))

    def _show(self, word: Word) -> None:
        view = self._view()
        match word:
            case Word.SCORE:
                self._show_paper(brief=False)
            case Word.HAND:
                self.terminal.say(*view.table_lines(), *view.hand_lines(), *view.question())
            case Word.TRICKS:
                self.terminal.say(
                    _("Taken tricks lie face down; nobody may look at them (rule A26)."), *view.bid_lines()
                )
            case Word.RULES:
                self.terminal.say(*rules_lines(view, self._snapshot.rules_code))
            case Word.HELP:
                self.terminal.say(*help_lines(view), "", *view.question(hints=False))
            case Word.LOOK | Word.YES | Word.NO | Word.QUIT:
                pass  # these are answered, never shown

    def _show_paper(self, *, brief: bool) -> None:
        terminal, snapshot = self.terminal, self._snapshot
        lines = paper(self._state, snapshot.people, ascii=terminal.ascii, columns=terminal.width, brief=brief)
        terminal.say("", *lines)
