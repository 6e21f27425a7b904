"""`audit`: verdicts in words and as a document, exit codes, several files, spoiled files."""

import json
from pathlib import Path
from typing import Any

import pytest

from eventlog.store import LogFile, read_log
from protocol.report import CHECKS
from tests.cli.commands.conftest import Played
from tests.cli.test_documents import promised
from tests.support.program import call

AUDIT_KEYS = set(promised()["joker-lan/audit@1"])


def rewritten(played: Played, path: Path, *, without: int | None = None, until: int | None = None) -> Path:
    """Write a log with intact frames whose entries are those of the played game but for one, or not all of them."""
    records = list(read_log(played.log).records)[:until]
    if without is not None:
        del records[without]
    with LogFile.create(path) as log:
        log.append(None, records)
    return path


def document(*words: str | Path) -> tuple[int, dict[str, Any]]:
    done = call("audit", "--json", *words)
    return done.returncode, json.loads(done.stdout)


def test_a_good_game_in_words(played: Played) -> None:
    done = call("audit", played.log)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("VERDICT  VALID          3 players, 2 deals, rules R-")
    entries = played.result["entries"]
    assert sum(line.strip().startswith(f"{entries}/{entries} ") for line in lines) == 4
    assert f"          final hash {played.result['final_hash']}" in lines
    assert any(line.startswith("Trust     device 1 held the seats of Ann, Bot 1, Bot 2 ") for line in lines)
    assert not any(line.startswith(("Found", "Evidence")) for line in lines)


def test_a_good_game_as_document(played: Played) -> None:
    code, said = document(played.log)
    assert code == 0
    assert said.keys() == AUDIT_KEYS
    assert (said["schema"], said["ok"], said["verdict"], said["exit"]) == ("joker-lan/audit@1", True, "VALID", 0)
    for key in ("table", "game_id", "final_hash", "entries", "scores", "winners"):
        assert said[key] == played.result[key]
    assert said["rules"].keys() == {"code", "preset", "options"}
    assert said["rules"]["options"]["deals"] == 2
    assert [(player["seat"], player["name"], player["device"]) for player in said["players"]] == [
        (0, "Ann", 0),
        (1, "Bot 1", 0),
        (2, "Bot 2", 0),
    ]
    assert [check["id"] for check in said["checks"]] == list(CHECKS)
    assert all(check["passed"] == check["total"] for check in said["checks"])
    assert said["findings"] == []


def test_verbose_names_every_check_and_the_keys(played: Played) -> None:
    done = call("audit", "-v", played.log)
    assert "0/0  votes were counted rightly" in done.stdout
    assert "device 1 has the key " in done.stdout


@pytest.mark.parametrize("kept", [0.2, 0.6, 0.95])
def test_a_cut_log_is_incomplete(played: Played, tmp_path: Path, kept: float) -> None:
    data = played.log.read_bytes()
    cut = tmp_path / "cut.jlog"
    cut.write_bytes(data[: int(len(data) * kept)])
    code, said = document(cut)
    assert (code, said["verdict"], said["ok"]) == (7, "INCOMPLETE", False)
    assert {found["severity"] for found in said["findings"]} == {"incomplete"}
    assert {"not-over"} <= {found["code"] for found in said["findings"]}


def test_a_log_cut_between_two_entries_is_incomplete(played: Played, tmp_path: Path) -> None:
    cut = rewritten(played, tmp_path / "cut.jlog", until=-1)
    done = call("audit", cut)
    assert done.returncode == 7
    last = played.result["entries"] - 2
    assert f"entry {last}, deal 2: The log ends here, before the game is over and agreed to by all." in done.stdout
    assert f"Evidence  joker-lan replay {cut} --at {last}" in done.stdout
    assert call("replay", cut, "--at", str(last)).returncode == 0


def test_a_missing_entry_is_named(played: Played, tmp_path: Path) -> None:
    spoiled = rewritten(played, tmp_path / "spoiled.jlog", without=40)
    code, said = document(spoiled)
    assert (code, said["verdict"]) == (6, "INVALID")
    (found,) = said["findings"]
    assert (found["entry"], found["code"], found["severity"]) == (40, "entry-number", "invalid")
    assert found["message"].endswith(".")


def test_a_flipped_bit_is_named_by_its_place(played: Played, tmp_path: Path) -> None:
    data = bytearray(played.log.read_bytes())
    data[len(data) // 2] ^= 1
    flipped = tmp_path / "flipped.jlog"
    flipped.write_bytes(data)
    done = call("audit", flipped)
    assert done.returncode == 6
    assert done.stdout.startswith("VERDICT  INVALID ")
    assert "The file is damaged at byte " in done.stdout
    evidence = next(line for line in done.stdout.splitlines() if line.startswith("Evidence"))
    assert call(*evidence.split()[2:]).stdout.startswith("Entry ")


@pytest.mark.parametrize(
    ("content", "verdict", "code", "finding"),
    [
        (b"dear diary", "INVALID", 6, "not-a-log"),
        (b"JOKLOG9\n12345678", "UNSUPPORTED", 7, "newer-format"),
        (b"", "INCOMPLETE", 7, "empty"),
        (b"JOKLOG1\n1234", "INCOMPLETE", 7, "empty"),
    ],
)
def test_what_is_no_log(tmp_path: Path, content: bytes, verdict: str, code: int, finding: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert call("audit", path).stdout.startswith(f"VERDICT  {verdict}")
    exit_code, said = document(path)
    assert said.keys() == AUDIT_KEYS
    assert (exit_code, said["exit"], said["verdict"]) == (code, code, verdict)
    assert [found["code"] for found in said["findings"]] == [finding]


def test_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "none.jlog"
    code, said = document(path)
    assert (code, said["schema"], said["code"]) == (3, "joker-lan/error@1", "not-found")
    assert call("audit", path).stderr == f"joker-lan: {path} does not exist; check the path.\n"


def test_several_files_and_the_worst_counts(played: Played, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jlog"
    bad.write_bytes(b"dear diary")
    done = call("audit", played.log, bad, tmp_path / "none.jlog")
    assert done.returncode == 6
    assert done.stdout.splitlines()[0] == str(played.log)
    assert f"\n\n{bad}\nVERDICT  INVALID\n" in done.stdout
    assert "none.jlog does not exist" in done.stderr

    code, said = document(played.log, played.log)
    assert code == 0
    assert list(said) == promised()["joker-lan/audit-set@1"]
    assert [file["verdict"] for file in said["files"]] == ["VALID", "VALID"]
    assert said["verdict"] == "VALID"


def test_strict_trusts_no_device_with_several_seats(played: Played) -> None:
    done = call("audit", "--strict", played.log)
    assert (done.returncode, done.stderr) == (7, "")
    assert done.stdout.startswith("VERDICT  VALID-TRUSTED  3 players, 2 deals, ")
    assert not any(line.startswith(("!", "Found")) for line in done.stdout.splitlines())
