"""`play`, through the whole program: what it prints where, what it leaves behind, and how it ends."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands.play import bot_names
from eventlog.store import DataLock
from tests.support.program import START, environment, start

SHORT = ("--deals", "1", "--proof-rounds", "16", "--bots", "1")

RESULT_KEYS = {"schema", "ok", "exit", "table", "game_id", "log", "final_hash", "entries", "scores", "winners"}


def games(data: Path) -> list[str]:
    return sorted(path.suffix for path in (data / "games").glob("*")) if (data / "games").exists() else []


def test_a_game_of_bots_ends_with_its_result(tmp_path: Path) -> None:
    done = start("play", *SHORT, "--autoplay", "--seed", "1", "--data", tmp_path, "--as", "Olena")
    assert done.returncode == 0
    assert "The game is over." in done.stdout
    assert "Olena" in done.stdout
    assert re.search(r"Table [0-9A-Z]{6}\. The log is written to .*\.jlog", done.stderr)
    assert games(tmp_path) == [".jlog", ".own"]


def test_json_is_the_only_thing_on_stdout(tmp_path: Path) -> None:
    log = tmp_path / "game.jlog"
    done = start("--json", "play", *SHORT, "--autoplay", "--data", tmp_path / "data", "--log", log)
    document = json.loads(done.stdout)
    assert document.keys() == RESULT_KEYS
    assert (document["schema"], document["ok"], document["exit"]) == ("joker-lan/result@1", True, 0)
    assert document["log"] == str(log)
    assert log.read_bytes().startswith(b"JOKLOG1\n")
    assert len(document["scores"]) == 2
    assert set(document["winners"]) <= {0, 1}
    assert len(document["final_hash"]) == len(document["game_id"]) == 64


def test_typed_lines_may_come_through_a_pipe(tmp_path: Path) -> None:
    done = start("play", *SHORT, "--data", tmp_path, typed="quit\n")
    assert done.returncode == 0
    assert "joker-lan resume " in done.stdout
    assert games(tmp_path) == [".jlog", ".own"]


def test_nothing_to_read_means_nobody_to_ask(tmp_path: Path) -> None:
    done = start("play", *SHORT, "--data", tmp_path)
    assert done.returncode == 2
    assert "--autoplay" in done.stderr
    assert games(tmp_path) == [".jlog", ".own"]


def test_nobody_to_ask(tmp_path: Path) -> None:
    done = start("play", "--no-input", "--data", tmp_path / "data")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "--autoplay" in done.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rummy"], "There is no game rummy; possible: classic."),
        (
            ["classic", "--bots", "4"],
            "classic cannot be played with 4 bots and you; possible numbers of bots: 1, 2, 3.",
        ),
        (["--preset", "wiky"], "There are no house rules named wiky; did you mean wiki? Possible: wiki, "),
        (["--set", "nominal=5"], "The house rule nominal cannot be 5; possible: yes, no."),
        (["--deals", "25"], "25"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_made(tmp_path: Path, words: list[str], told: str) -> None:
    done = start("play", *words, "--autoplay", "--data", tmp_path / "data")
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_log_in_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    log = tmp_path / "none" / "game.jlog"
    done = start("play", *SHORT, "--autoplay", "--data", tmp_path / "data", "--log", log)
    assert done.returncode == 3
    assert f"{log.parent} does not exist" in done.stderr
    assert games(tmp_path / "data") == []


@pytest.mark.skipif(sys.platform != "linux", reason="a place where not even root may write")
def test_log_in_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    log = Path("/sys/joker-lan-test.jlog")
    done = start("play", *SHORT, "--autoplay", "--data", tmp_path / "data", "--log", log)
    assert done.returncode == 1
    assert re.search(r"no right to use|is read-only", done.stderr)
    assert str(log) in done.stderr
    assert games(tmp_path / "data") == []


def test_log_that_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    log = tmp_path / "letter.txt"
    log.write_text("dear")
    done = start("play", *SHORT, "--autoplay", "--data", tmp_path / "data", "--log", log)
    assert done.returncode == 1
    assert f"{log} is there already and is not overwritten" in done.stderr
    assert log.read_text() == "dear"
    assert games(tmp_path / "data") == []


def test_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    done = start("play", *SHORT, "--autoplay", "--data", tmp_path / "data")
    assert done.returncode == 1
    assert "is not a folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_data_folder_in_use(tmp_path: Path) -> None:
    with DataLock(tmp_path):
        done = start("play", *SHORT, "--autoplay", "--data", tmp_path, "--json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert (document["code"], document["exit"]) == ("in-use", 1)
    assert document["message"] in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="limits of the system's own kind")
def test_full_disk_is_one_sentence_and_the_game_goes_on_later(tmp_path: Path) -> None:
    limited = ["sh", "-c", 'ulimit -f 12; exec "$@"', "sh", *START]  # blocks of 512 bytes
    words = ["play", "--autoplay", "--bots", "1", "--deals", "1", "--data", str(tmp_path)]
    done = subprocess.run(
        [*limited, *words],
        capture_output=True,
        text=True,
        env=environment(),
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "There is no room left for" in done.stderr
    assert "Traceback" not in done.stderr
    again = start("resume", "--autoplay", "--data", tmp_path)
    assert again.returncode == 0, again.stderr
    assert "The game is over." in again.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_interruption_saves_the_game_and_says_how_it_goes_on(tmp_path: Path) -> None:
    keyboard, terminal = os.openpty()
    with subprocess.Popen(
        [*START, "play", *SHORT, "--data", str(tmp_path)],
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as program:
        os.close(terminal)
        seen = b""
        while b"Your hand" not in seen:
            seen += os.read(keyboard, 4096)
        os.kill(program.pid, signal.SIGINT)
        talk = program.communicate(timeout=30)[1]
    seen += _rest(keyboard)
    os.close(keyboard)
    assert program.returncode == 130, talk
    assert "joker-lan resume " in seen.decode() + talk
    assert "Traceback" not in talk


def _rest(keyboard: int) -> bytes:
    """Return what a terminal still holds after its program has ended."""
    seen = b""
    try:
        while more := os.read(keyboard, 4096):
            seen += more
    except OSError:  # how Linux tells that nobody holds the other end any more
        pass
    return seen


def test_no_bot_is_called_like_the_person() -> None:
    assert bot_names("Olena", 3) == ("Bot 1", "Bot 2", "Bot 3")
    assert bot_names("bot 2", 3) == ("Bot 1", "Bot 3", "Bot 4")


@pytest.mark.skipif(sys.platform == "win32", reason="how a shell closes a stream")
def test_without_standard_input_no_game_is_begun(tmp_path: Path) -> None:
    command = shlex.join([*START, "play", "--data", str(tmp_path / "data")]) + " <&-"
    done = subprocess.run(
        ["sh", "-c", command], env=environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("joker-lan: Nobody can be asked here: ")
    assert not (tmp_path / "data").exists()
