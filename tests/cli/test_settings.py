"""Settings: option over environment over config.toml over default."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.exits import Exit
from cli.options import COMMON, read_line
from cli.settings import Settings, early, read_settings, variable


def read(tmp_path: Path, words: list[str], variables: dict[str, str], file: str = "") -> tuple[Settings, list[str]]:
    (tmp_path / "config.toml").write_text(file, encoding="utf-8")
    environment = {"JOKER_LAN_DATA": str(tmp_path), **variables}
    settings, faults = read_settings(read_line(words), environment, signs=True)
    return settings, [fault.code for fault in faults]


CASES = [
    ("as", "Ann", "Ben", "Cem", "name"),
    ("lang", "uk", "ru", "en", "language"),
    ("color", "always", "never", "auto", "color"),
    ("bind", "lo", "eth0", "10.0.0.1", "bind"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_order_of_the_sources(tmp_path: Path, case: tuple[str, str, str, str, str]) -> None:
    name, first, second, third, attribute = case
    key = f"JOKER_LAN_{name.upper()}"
    file = f'{name} = "{third}"'
    option_wins, _ = read(tmp_path, [f"--{name}", first], {key: second}, file)
    variable_wins, _ = read(tmp_path, [], {key: second}, file)
    file_wins, faults = read(tmp_path, [], {}, file)
    assert getattr(option_wins, attribute) == first
    assert getattr(variable_wins, attribute) == second
    assert getattr(file_wins, attribute) == third
    assert not faults


@pytest.mark.parametrize("name", ["json", "plain", "ascii", "no-input", "quiet", "verbose"])
def test_order_of_the_sources_for_switches(tmp_path: Path, name: str) -> None:
    key = "JOKER_LAN_" + name.upper().replace("-", "_")
    attribute = name.replace("-", "_")
    off, _ = read(tmp_path, [f"--{name}=no"], {key: "yes"}, f"{name} = true")
    variable_off, _ = read(tmp_path, [], {key: "0"}, f"{name} = true")
    on, _ = read(tmp_path, [], {}, f"{name} = true")
    default, _ = read(tmp_path, [], {key: ""})
    assert getattr(off, attribute) is False
    assert getattr(variable_off, attribute) is False
    assert getattr(on, attribute) is True
    assert getattr(default, attribute) is False


def test_every_common_option_has_a_variable_but_those_of_one_line() -> None:
    assert {variable(option) for option in COMMON} >= {"JOKER_LAN_NO_INPUT", "JOKER_LAN_DATA", "JOKER_LAN_CONFIG"}


def test_config_may_lie_elsewhere_and_move_the_data(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(f"data = '{tmp_path / 'games'}'", encoding="utf-8")
    settings, faults = read_settings(read_line(["--config", str(other)]), {}, signs=True)
    assert settings.data == tmp_path / "games"
    assert not faults


def test_faults_of_the_file_are_all_found_and_the_rest_counts(tmp_path: Path) -> None:
    settings, faults = read(tmp_path, [], {}, 'as = "Ann"\nconfig = "x"\nlang = 5\nhelp = true\n')
    assert settings.name == "Ann"
    assert faults == ["config-key", "config-value", "config-key"]


def test_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe\x00")
    _, faults = read_settings(read_line(["--data", str(tmp_path)]), {}, signs=True)
    assert [fault.code for fault in faults] == ["config-broken"]


def test_file_that_cannot_be_read_is_this_machines_fault(tmp_path: Path) -> None:
    (tmp_path / "config.toml").symlink_to("config.toml")
    _, faults = read_settings(read_line(["--data", str(tmp_path)]), {}, signs=True)
    assert [(fault.code, fault.exit) for fault in faults] == [("config-unreadable", Exit.MACHINE)]


def spoil_by_folder(path: Path) -> None:
    path.mkdir()


def spoil_by_pipe(path: Path) -> None:
    os.mkfifo(path)


def spoil_by_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def spoil_by_size(path: Path) -> None:
    path.write_bytes(b"#" * 70_000)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices with names")
@pytest.mark.parametrize("spoil", [spoil_by_folder, spoil_by_pipe, spoil_by_device, spoil_by_size])
def test_what_is_no_settings_file_is_refused_at_once(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    spoil(tmp_path / "config.toml")
    _, faults = read_settings(read_line(["--data", str(tmp_path)]), {}, signs=True)
    assert [(fault.code, fault.exit) for fault in faults] == [("config-kind", Exit.USAGE)]


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000])
def test_numbers_without_end(tmp_path: Path, number: str) -> None:
    _, faults = read(tmp_path, [], {}, f"as = {number}")
    assert len(faults) == 1
    assert faults[0] in ("config-broken", "config-value")


def test_the_mark_of_an_editor_before_the_settings(tmp_path: Path) -> None:
    settings, faults = read(tmp_path, [], {}, "\N{ZERO WIDTH NO-BREAK SPACE}as = 'Ann'\r\n")
    assert (settings.name, faults) == ("Ann", [])


@pytest.mark.parametrize("name", ["data", "config"])
def test_the_home_of_nobody(tmp_path: Path, name: str) -> None:
    _, faults = read(tmp_path, [], {f"JOKER_LAN_{name.upper()}": "~no such user/x"})
    assert faults == ["value-bad"]


def test_without_a_home_the_data_folder_must_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def homeless(*_words: object, **_more: object) -> Path:
        raise RuntimeError

    monkeypatch.setattr("platformdirs.user_data_path", homeless)
    _, faults = read_settings(read_line([]), {}, signs=True)
    assert [(fault.code, fault.exit) for fault in faults] == [("home-unknown", Exit.USAGE)]
    settings, faults = read_settings(read_line(["--data", str(tmp_path)]), {}, signs=True)
    assert (settings.data, faults) == (tmp_path, ())


@pytest.mark.parametrize(
    ("locale", "language"), [("uk_UA.UTF-8", "uk"), ("ru_RU", "ru"), ("de_DE", "en"), ("C", "en"), ("", "en")]
)
def test_language_is_guessed_from_the_locale(locale: str, language: str) -> None:
    assert early(read_line([]), {"LANG": locale})[0] == language
    assert early(read_line(["--lang", "en"]), {"LANG": locale})[0] == "en"


def test_letters_where_signs_cannot_be_shown(tmp_path: Path) -> None:
    settings, _ = read_settings(read_line(["--data", str(tmp_path)]), {}, signs=False)
    assert settings.ascii
