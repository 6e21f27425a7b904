"""The program as real processes: whole games, and games whose process is killed without warning, again and again."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from eventlog.entry import LogEntry, entry_from_plain
from eventlog.store import read_log
from protocol.audit import Report, Verdict, audit
from tests.support.program import START, call, environment, start

PATIENCE = 60.0
"""Seconds after which a process that neither writes nor ends has hung."""

ROUNDS = ("--proof-rounds", "16")


def report_of(log: Path) -> Report:
    return audit(read_log(log))


@pytest.mark.parametrize("bots", [1, 2, 3])
def test_a_game_of_bots_is_valid(tmp_path: Path, bots: int) -> None:
    log = tmp_path / "game.jlog"
    words = ("--bots", str(bots), "--deals", "2", "--seed", "7", "--log", log, "--data", tmp_path / "data")
    done = start("play", "classic", "--autoplay", "--json", *ROUNDS, *words)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    report = report_of(log)
    assert (report.verdict, report.deals, len(report.people)) == (Verdict.VALID, 2, bots + 1)
    assert report.final_hash is not None
    assert report.scores is not None
    assert (result["final_hash"], result["scores"]) == (report.final_hash.hex(), list(report.scores))
    audited = call("audit", log, "--strict")
    assert (audited.returncode, audited.stdout.split()[:2]) == (7, ["VERDICT", "VALID-TRUSTED"])  # one device


# ---- killed ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: by itself with this code, or killed with so many bytes in the log."""

    code: int | None
    bytes_on_disk: int


def run_until(words: list[str], log: Path, size: int) -> Ended:
    """Start the program and kill it as soon as the log has that many bytes, unless it ends before."""
    command = [*START, *words]
    deadline, seen = time.monotonic() + PATIENCE, -1
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment()
    ) as program:
        while True:
            present = log.stat().st_size if log.exists() else 0
            if present >= size:
                program.kill()
                program.wait()
                return Ended(None, log.stat().st_size)
            if present != seen:
                deadline, seen = time.monotonic() + PATIENCE, present
            assert time.monotonic() < deadline, "it hangs"
            try:
                code = program.wait(timeout=0.002)
            except subprocess.TimeoutExpired:
                continue
            assert program.stderr is not None
            assert code == 0, program.stderr.read().decode()
            return Ended(code, log.stat().st_size)


def entries_of(log: Path) -> list[LogEntry]:
    return [entry_from_plain(record) for record in read_log(log).records]


def killed_again_and_again(tmp_path: Path, play: list[str], *, seed: int, kills: int, most: int) -> int:
    """Play one game through several deaths; returns how many there were.

    What was on disk before a death is in the log after it, and nothing else is in its place.
    """
    random, log = Random(seed), tmp_path / "game.jlog"
    data = ["--data", str(tmp_path / "data")]
    words, size, deaths = ["play", *play, "--autoplay", "--log", str(log), *data], 1, 0
    history: list[LogEntry] = []
    while True:
        target = size + random.randrange(most) if deaths < kills else sys.maxsize
        ended = run_until(words, log, target)
        now = entries_of(log)
        assert now[: len(history)] == history
        history = now
        if ended.code == 0:
            break
        deaths += 1
        size = ended.bytes_on_disk
        assert report_of(log).verdict in (Verdict.INCOMPLETE, Verdict.VALID)
        if report_of(log).verdict is Verdict.VALID:
            break  # it died after its last word
        words = ["resume", "--autoplay", *data]
    report = report_of(log)
    assert report.verdict is Verdict.VALID, report.findings
    return deaths


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_survives_its_deaths(tmp_path: Path, seed: int) -> None:
    play = ["--bots", str(seed), "--deals", str(seed), *ROUNDS]
    assert killed_again_and_again(tmp_path, play, seed=seed, kills=3, most=12_000 * (seed + 1)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_evening_survives_its_deaths(tmp_path: Path, seed: int) -> None:
    assert killed_again_and_again(tmp_path, ["--bots", "3"], seed=seed, kills=12, most=300_000) > 5
