"""Settings of one run: option over environment over `config.toml` over default.

Responsible for finding and reading the three sources and for what they mean together. It must not know any command,
and it writes nothing.
"""

import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from cli import options
from cli.errors import Fault
from cli.exits import Exit
from cli.options import COMMON, AnyOption, Given, Line, nearest, read_value
from cli.text import LANGUAGES, N_, _
from cli.values import NAME, BadValue

__all__ = ["Settings", "early", "read_settings", "variable"]

_NOT_KEPT: Final = ("help", "version", "config")
"""What makes no sense outside one command line, or would point to itself."""

_KEPT: Final[Mapping[str, AnyOption]] = {option.name: option for option in COMMON if option.name not in _NOT_KEPT}
_GUEST: Final = N_("Player")
_CONFIG_LIMIT: Final = 64 << 10
"""Bytes of a settings file, far more than all settings need."""


class _NoSettingsFile(Exception):  # noqa: N818 - a verdict word
    """What stands under the name is no file of settings."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a command may need to know of its run.

    Attributes:
        data: folder of games and keys; it need not exist yet.
        name: the name to play under.
        language: a member of `cli.text.LANGUAGES`.
        json: print one JSON document on stdout.
        plain: line by line was asked for.
        ascii: letters instead of signs: asked for, or the output cannot show the signs.
        color: `auto`, `always` or `never`, as asked for.
        no_input: never wait for typing.
        bind: network interface or address, or None for all.
        quiet, verbose: say less, say more.
    """

    data: Path
    name: str
    language: str = "en"
    json: bool = False
    plain: bool = False
    ascii: bool = False
    color: Literal["auto", "always", "never"] = "auto"
    no_input: bool = False
    bind: str | None = None
    quiet: bool = False
    verbose: bool = False


def variable(option: AnyOption) -> str:
    """Return the name of the environment variable of an option."""
    return "JOKER_LAN_" + option.name.upper().replace("-", "_")


def early(line: Line, environment: Mapping[str, str]) -> tuple[str, bool, bool]:
    """Return the language, whether JSON and whether more talk is wanted, as far as it can be known without any file.

    So that even a fault in the settings is told in the form that was asked for.
    """
    given = line.given.over(_from_environment(environment)[0])
    language = given.last(options.LANG) or _guess_language(environment)
    return language, given.is_on(options.JSON), given.is_on(options.VERBOSE)


def read_settings(line: Line, environment: Mapping[str, str], *, signs: bool) -> tuple[Settings, tuple[Fault, ...]]:
    """Put the settings together.

    Args:
        line: the command line, taken apart.
        environment: the variables of the process.
        signs: whether the output can show suit signs.

    Returns:
        The settings, and what is wrong in the environment or in `config.toml`; a wrong value counts as not given.
    """
    variables, faults = _from_environment(environment)
    given = line.given.over(variables)
    config = given.last(options.CONFIG)
    data = given.last(options.DATA) or default_data()
    if config is not None:
        file, file_faults = _from_file(config, named=True)
    elif data is not None:
        file, file_faults = _from_file(data / "config.toml", named=False)
    else:
        file, file_faults = Given(), ()
    given = given.over(file)
    data = given.last(options.DATA) or data
    if data is None:
        file_faults = (*file_faults, Fault("home-unknown", Exit.USAGE))
    color = given.last(options.COLOR) or "auto"
    settings = Settings(
        data=data or Path(),
        name=given.last(options.AS) or _login_name(),
        language=given.last(options.LANG) or _guess_language(environment),
        json=given.is_on(options.JSON),
        plain=given.is_on(options.PLAIN),
        ascii=given.is_on(options.ASCII) or not signs,
        color="always" if color == "always" else "never" if color == "never" else "auto",
        no_input=given.is_on(options.NO_INPUT),
        bind=given.last(options.BIND),
        quiet=given.is_on(options.QUIET),
        verbose=given.is_on(options.VERBOSE),
    )
    return settings, (*faults, *file_faults)


def default_data() -> Path | None:
    """Return the platform's folder for a user's data of this program; None for a user without a home."""
    from platformdirs import user_data_path

    try:
        folder = user_data_path("joker-lan", appauthor=False)
    except RuntimeError:
        return None
    return folder if folder.is_absolute() else None


def _from_environment(environment: Mapping[str, str]) -> tuple[Given, tuple[Fault, ...]]:
    values: dict[str, tuple[object, ...]] = {}
    faults = []
    for option in (*_KEPT.values(), options.CONFIG):
        text = environment.get(variable(option), "")
        if not text:
            continue  # an empty variable is how a shell takes one away
        read = read_value(option, variable(option), text)
        if isinstance(read, Fault):
            faults.append(read)
        else:
            values[option.name] = read
    return Given(values), tuple(faults)


def _from_file(path: Path, *, named: bool) -> tuple[Given, tuple[Fault, ...]]:
    """Read `config.toml`. That it is not there matters only when it was named."""
    shown = str(path)
    try:
        table = tomllib.loads(_read_config(path))
    except (FileNotFoundError, NotADirectoryError):
        return Given(), (Fault("config-missing", Exit.NOT_FOUND, {"path": shown}),) if named else ()
    except _NoSettingsFile:
        return Given(), (Fault("config-kind", Exit.USAGE, {"path": shown}),)
    except OSError as error:
        about = {"path": shown, "reason": error.strerror or type(error).__name__}
        return Given(), (Fault("config-unreadable", Exit.MACHINE, about),)
    except (ValueError, RecursionError) as error:  # not TOML, not UTF-8, a number of thousands of digits
        return Given(), (Fault("config-broken", Exit.USAGE, {"path": shown, "reason": " ".join(str(error).split())}),)
    values: dict[str, tuple[object, ...]] = {}
    faults = []
    for key, value in table.items():
        read = _read_key(key, value, shown)
        if isinstance(read, Fault):
            faults.append(read)
        else:
            values[key] = read
    return Given(values), tuple(faults)


def _read_config(path: Path) -> str:
    """Return what is in a settings file; neither a pipe nor a device without an end holds the program up.

    Raises:
        _NoSettingsFile: it is something else, or too large.
        OSError: it cannot be read.
    """
    if not stat.S_ISREG(path.stat().st_mode) and path != Path(os.devnull):
        raise _NoSettingsFile
    with path.open("rb") as file:
        data = file.read(_CONFIG_LIMIT + 1)
    if len(data) > _CONFIG_LIMIT:
        raise _NoSettingsFile
    return data.decode("utf-8-sig").replace("\r\n", "\n")  # some editors of Windows begin every file with a mark


def _read_key(key: str, value: object, path: str) -> tuple[object] | Fault:
    option = _KEPT.get(key)
    if option is None:
        about = {"key": key, "path": path, "possible": ", ".join(_KEPT)}
        suggestion = nearest(key.replace("_", "-"), tuple(_KEPT))
        if suggestion:
            about["suggestion"] = suggestion
        return Fault("config-key", Exit.USAGE, about)
    if not option.value_name and isinstance(value, bool):
        return (value,)
    text = value if isinstance(value, str) and option.value_name else None
    read = read_value(option, key, text) if text is not None else None
    if read is None or isinstance(read, Fault):
        possible = option.kind.possible if option.value_name else "true, false"
        about = {"key": key, "value": _value_text(value), "path": path, "possible": possible}
        return Fault("config-value", Exit.USAGE, about)
    return read


def _value_text(value: object) -> str:
    try:
        return str(value)
    except ValueError:  # a number of thousands of digits
        return _("this number")


def _guess_language(environment: Mapping[str, str]) -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        locale = environment.get(name, "")
        if locale:
            language = locale[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"


def _login_name() -> str:
    from getpass import getuser

    try:
        return NAME.read(getuser()[:32])
    except (OSError, KeyError, ImportError, BadValue):  # no such user on this machine; KeyError before Python 3.13
        return _(_GUEST)
