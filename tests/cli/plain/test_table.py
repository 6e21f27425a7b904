"""A whole conversation at the table: typed lines in, sentences out."""

import io
import signal
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from cli.errors import CommandError
from cli.exits import Exit
from cli.look import Look
from cli.plain.table import play_table
from cli.plain.terminal import Terminal
from cli.settings import Settings
from joker_lan.games.classic.actions import Bid
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.state import Phase
from protocol.seat import Broken, Change, Notice, Paused, Preparing, Refused
from tests.cli.fake_table import FakePort, FakeTable, faces, people
from tests.cli.plain.test_turn import view_of

NAMES = people("Olena", "Givi")
SETTINGS = Settings(Path("somewhere"), "Olena")

# Seat 1 deals first: seat 0 bids and leads, and gets the first card.
ONE_CARD = faces("AH 7H 9D")


@dataclass
class Script:
    """Typed lines, one for each question; afterwards the end of input, or silence."""

    lines: list[str]
    silent: bool = False
    taken: list[str] = field(default_factory=list)

    async def line(self) -> str | None:
        await trio.lowlevel.checkpoint()
        if self.lines:
            self.taken.append(self.lines.pop(0))
            return self.taken[-1]
        if self.silent:
            await trio.sleep_forever()
        return None


@dataclass
class Talk:
    """What came of a conversation."""

    code: int
    text: str
    table: FakeTable

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


async def talk(
    *lines: str,
    table: FakeTable | None = None,
    me: int | None = 0,
    autoplay: bool = False,
    silent: bool = False,
    **terminal: Any,
) -> Talk:
    """Play at a table with typed lines, against bots."""
    table = table or FakeTable(Options(deals=1), NAMES, deals=[ONE_CARD], dealer=1)
    out = io.StringIO()
    script = Script(list(lines), silent)
    code = await play_table(
        table,
        me,
        autoplay=autoplay,
        seed=1,
        settings=SETTINGS,
        terminal=Terminal(out, **{"lines": script, **terminal}),
    )
    return Talk(code, out.getvalue(), table)


async def test_a_whole_deal_by_typed_commands() -> None:
    result = await talk("1", "1")
    assert result.code == Exit.DONE
    assert result.lines[:2] == [
        "Joker, table K7QF2M. At the table, clockwise: Olena (you), Givi.",
        "Type help for everything you need to play; quit saves the game.",
    ]
    for sentence in (
        "Your hand: 1) A♥",
        "Your bid: how many tricks will you take? Type 0-1 (0 is a pass).",
        "You bid 1.",
        "You play A♥.",
        "Givi plays 7♥.",
        "You take the trick: 1 taken, 1 bid.",
        "The game is over. You win.",
        "The log of the game: " + str(Path("games") / "fake.jlog"),
    ):
        assert sentence in result.lines
    assert result.table.state.totals[0] == 100  # all tricks of the deal: 100 n (A29)
    assert result.text.count("behind") == 1  # the paper is shown once at the end


async def test_an_illegal_card_is_refused_and_asked_for_again() -> None:
    table = FakeTable(
        Options(deals=2), people("Olena", "Givi"), deals=[ONE_CARD, faces("9H 7H TH 8C KD")], dealer=1
    )  # deal 2: seat 1 leads; seat 0 holds 7♥ and 8♣, seat 1 9♥ and 10♥
    result = await talk("1", "1", "1", "8c", "7h", "8c", table=table)
    assert result.code == Exit.DONE
    assert "You hold hearts, the suit that was led: play one of them or a joker (rule A16)." in result.lines
    assert result.lines.index("You play 7♥.") > result.lines.index(
        "You hold hearts, the suit that was led: play one of them or a joker (rule A16)."
    )


async def test_a_joker_is_asked_for_its_call_and_the_call_is_said_aloud() -> None:
    table = FakeTable(Options(deals=1), NAMES, deals=[faces("6S 7H 9D")], dealer=1)
    result = await talk("1", "6s", "hearts highest", "takes", table=table)
    assert "You play the joker 6♠: it takes, asks for the highest card of hearts." in result.lines
    assert result.table.state.taken[0] == 1


async def test_trump_is_chosen_after_three_cards() -> None:
    table = at_the_choice()
    result = await talk("hand", "look", "no", "trump hearts", "quit", table=table)
    assert "Or type look: you see the fourth card, and the deal has no trump." in result.lines
    assert "You choose trump: hearts." in result.lines
    assert len(next(line for line in result.lines if line.startswith("Your hand:")).split("  ")) == 3


async def test_who_said_no_is_asked_anew() -> None:
    result = await talk("look", "no", "yes", "quit", table=at_the_choice())
    assert not any(line.startswith("You look at the fourth card") for line in result.lines)
    assert any(line.startswith("Nothing was asked.") for line in result.lines)


async def test_looking_at_the_fourth_card_after_all() -> None:
    result = await talk("look", "yes", "quit", table=at_the_choice())
    assert "You look at the fourth card: no trump in this deal." in result.lines


def at_the_choice() -> FakeTable:
    """Return a table of two at its first full deal, where seat 0 chooses trump."""
    table = FakeTable(Options(), NAMES, dealer=0, seed=2)
    while not (table.state.phase is Phase.CHOOSING and 0 in table.state.to_act):
        seat = min(table.state.to_act)
        choices = list(table_choices(table, seat))
        table.act(seat, choices[0])
    return table


def table_choices(table: FakeTable, seat: int) -> list[Any]:
    return list(view_of(table, seat).choices())


async def test_quit_saves_and_says_how_to_go_on() -> None:
    result = await talk("quit")
    assert result.code == Exit.DONE
    assert result.lines[-1] == ("Goodbye. The game is saved. To go on: joker-lan resume K7QF2M --data somewhere")
    assert len(result.table.ports[0].sent) == 1


async def test_commands_to_copy_stand_in_one_line() -> None:
    look = Look(lambda: 24)
    quitting, playing = await talk("quit", look=look), await talk("1", "1", look=look)
    assert quitting.lines[-1].endswith("To go on: joker-lan resume K7QF2M --data somewhere")
    assert playing.lines[-1] == f"Anybody can check it: joker-lan audit {Path('games') / 'fake.jlog'}"
    assert max(map(len, playing.lines[:-2])) <= 24


async def test_the_end_of_a_pipe_saves() -> None:
    result = await talk("1")
    assert result.code == Exit.DONE
    assert result.lines[-1].startswith("End of input. The game is saved.")


async def test_a_pipe_with_nothing_in_it_is_nobody() -> None:
    with pytest.raises(CommandError) as caught:
        await talk()
    assert (caught.value.fault.code, caught.value.fault.exit) == ("nobody-to-ask", Exit.USAGE)


async def test_a_silent_pipe_is_nobody(autojump_clock: trio.testing.MockClock) -> None:
    with pytest.raises(CommandError):
        await talk(silent=True)


async def test_without_input_nobody_can_be_asked() -> None:
    with pytest.raises(CommandError):
        await talk(lines=None)


async def test_a_person_who_ends_the_input_leaves() -> None:
    result = await talk(interactive=True)
    assert result.code == Exit.DONE
    assert "End of input. The game is saved." in result.lines[-1]


async def test_autoplay_needs_nobody() -> None:
    result = await talk(autoplay=True, lines=None)
    assert result.code == Exit.DONE
    assert "You bid 1." in result.lines or "You pass." in result.lines


async def test_only_bots_are_told_by_name() -> None:
    result = await talk(me=None, lines=None)
    assert result.code == Exit.DONE
    assert "Olena plays A♥." in result.lines
    assert not any("you" in line.casefold().split() for line in result.lines)


async def test_a_quiet_autoplay_tells_the_result_only() -> None:
    result = await talk(autoplay=True, lines=None, quiet=True)
    assert result.lines[0].startswith("The game is over.")
    assert "total" in result.text
    assert "plays" not in result.text


@pytest.mark.parametrize("columns", [40, 80])
async def test_letters_only_and_no_line_too_wide(columns: int) -> None:
    table = FakeTable(Options(deals=3), people("Olena", "Bot 1", "Bot 2", "Bot 3"), seed=4)
    result = await talk("help", "score", "rules", *["1"] * 20, table=table, ascii=True, columns=columns)
    assert result.text.isascii()
    framed = [line for line in result.lines if line.startswith(("   ", "total", "behind", "---"))]
    assert max(map(len, framed), default=0) <= columns


async def test_words_that_can_be_asked_for_at_any_time() -> None:
    result = await talk("score", "hand", "tricks", "rules", "help", "castle", "1", "1")
    assert result.code == Exit.DONE
    assert "Taken tricks lie face down; nobody may look at them (rule A26)." in result.lines
    assert "House rules R-7K3F: wiki with deals=1." in result.lines
    assert "THE AIM" in result.lines
    assert any(line.startswith("castle is no command here.") for line in result.lines)


async def test_a_pipe_is_read_one_line_for_each_question() -> None:
    script = Script(["1", "1", "never read"])
    await talk(lines=script)
    assert script.taken == ["1", "1"]


async def test_a_person_may_type_while_others_play() -> None:
    table = FakeTable(Options(deals=1), NAMES, deals=[ONE_CARD], dealer=0)  # the other seat is to act, and stays silent
    sleeping = {0: table.ports[0]}
    table.ports = sleeping
    result = await talk("1", "score", "quit", table=table, interactive=True)
    assert "It is the turn of Givi." in result.lines
    assert any(line.startswith("total") for line in result.lines)


async def test_a_resumed_game_shows_where_it_stands() -> None:
    table = FakeTable(Options(deals=2), NAMES, deals=[ONE_CARD], dealer=1)
    first = await talk("1", "1", "quit", table=table)
    assert first.code == Exit.DONE
    second = await talk("quit", table=table)
    assert any(line.startswith("  1.  1") for line in second.lines)
    assert any(line.startswith("Deal 2 of 2, stage I, 2 cards each.") for line in second.lines)


class _Refusing(FakePort):
    async def send(self, wish: Any) -> Any:
        await trio.lowlevel.checkpoint()
        self.sent.append(wish)
        return Refused(code="not-now") if len(self.sent) == 1 else await super().send(wish)


async def test_a_port_that_refuses_is_told_and_asked_again() -> None:
    table = FakeTable(Options(deals=1), NAMES, deals=[ONE_CARD], dealer=1)
    table.ports = {**table.ports, 0: _Refusing(table, 0)}
    result = await talk("1", "1", "1", table=table)
    assert "That is not possible just now; try again in a moment." in result.lines


@pytest.mark.parametrize(
    ("phase", "sentence"),
    [
        (
            Broken("uncalled", 1),
            "The game cannot go on. Givi acted out of turn, twice or too early. What was signed proves it.",
        ),
        (Broken("disk", None), "The game cannot go on (disk)."),
        (Broken("lost", 1), "The secrets of Givi for this deck are gone from this device: the game cannot go on,"),
    ],
)
async def test_a_broken_game_is_told(phase: Broken, sentence: str) -> None:
    result = await later(lambda table: table.stop(phase))
    assert result.code == Exit.BROKEN_OFF
    assert sentence in " ".join(result.lines)


async def test_a_closed_table_is_told() -> None:
    result = await later(FakeTable.close)
    assert result.code == Exit.BROKEN_OFF
    assert result.lines[-1].startswith("The table was closed. The game is saved.")


async def test_waiting_is_told_once() -> None:
    def wait(table: FakeTable) -> None:
        table.stop(Preparing(1, 9))
        table.stop(Preparing(2, 9))
        table.stop(Paused((1,)))
        table.close()

    result = await later(wait)
    assert result.text.count("All players shuffle the cards together…") == 1
    assert "Waiting for missing devices: 1." in result.lines


async def later(happens: Callable[[FakeTable], None]) -> Talk:
    """Let something happen while a person thinks."""
    table = FakeTable(Options(deals=1), NAMES, deals=[ONE_CARD], dealer=1)
    results: list[Talk] = []

    async def play() -> None:
        results.append(await talk(table=table, silent=True, interactive=True))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        await trio.testing.wait_all_tasks_blocked()
        happens(table)
    return results[0]


async def test_ctrl_c_says_how_to_go_on() -> None:
    result = await later(lambda _: signal.raise_signal(signal.SIGINT))
    assert result.code == Exit.INTERRUPTED
    assert result.lines[-1].startswith("Interrupted. The game is saved. To go on: joker-lan resume K7QF2M")


async def test_an_error_of_the_table_comes_out_as_itself() -> None:
    class Full(FakePort):
        async def send(self, wish: Any) -> Any:
            raise OSError("no room")

    table = FakeTable(Options(deals=1), NAMES, deals=[ONE_CARD], dealer=1)
    table.ports = {**table.ports, 0: Full(table, 0)}
    with pytest.raises(OSError, match="no room"):
        await talk("1", table=table)


async def test_a_notice_is_told() -> None:
    def notice(table: FakeTable) -> None:
        table.publish(())
        log = table.ports[0].log
        log[-1] = replace(log[-1], snapshot=replace(log[-1].snapshot, notices=(Notice("lapsed", {"entry": 7}),)))
        table.close()

    result = await later(notice)
    assert any(line.startswith("What you did came too late") for line in result.lines)


async def test_bids_that_come_together_are_summed_up_once() -> None:
    def come_together(table: FakeTable) -> None:
        table.act(0, Bid(1))
        table.act(1, Bid(1))
        for port in table.ports.values():
            first, second = port.log[-2:]
            port.log[-2:] = [replace(second, number=first.number, happenings=first.happenings + second.happenings)]
        table.close()

    result = await later(come_together)
    assert result.text.count("Sum of the bids 2, tricks 1, 1 too many: tricks will be fought over.") == 1


async def test_what_happened_before_the_table_was_taken_up_again_is_no_news() -> None:
    def begin_again(table: FakeTable) -> None:
        for port in table.ports.values():
            told = tuple(each for change in port.log for each in change.happenings)
            port.log.append(Change(len(port.log) + 1, told, replace(port.log[-1].snapshot, number=len(port.log) + 1)))
            port.wake()
        table.close()

    result = await later(begin_again)
    assert "Turned up" not in result.text
