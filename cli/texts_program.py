"""Sentences about the program itself: command line, settings, files, refusals of a table.

Responsible for one sentence for each code, saying what is wrong and what to do. It must not decide anything.
"""

from collections.abc import Mapping
from typing import Final

from cli.errors import Fault
from cli.text import N_, _, fill, printable

__all__ = ["codes", "sentence"]

_SUGGESTING: Final[Mapping[str, str]] = {
    "option-unknown": N_("There is no option {option}; did you mean {suggestion}?"),
    "command-unknown": N_("There is no command {command}; did you mean {suggestion}?"),
    "value-bad": N_("{option} cannot be {value}; did you mean {suggestion}? Possible: {possible}."),
    "config-key": N_("{path} has a line for {key}, which is no setting; did you mean {suggestion}?"),
    "game-unknown": N_("There is no game {game}; did you mean {suggestion}? Possible: {possible}."),
    "preset-unknown": N_("There are no house rules named {preset}; did you mean {suggestion}? Possible: {possible}."),
    "rule-unknown": N_("There is no house rule {key}; did you mean {suggestion}?"),
}
"""Used when the nearest possible word is known."""

_SENTENCES: Final[Mapping[str, str]] = {
    # the command line
    "option-unknown": N_("There is no option {option}; `joker-lan --help` lists what there is."),
    "option-elsewhere": N_("{option} is no option of {command}; it belongs to: {possible}."),
    "value-missing": N_("{option} needs a value behind it: {possible}."),
    "value-bad": N_("{option} cannot be {value}; give {possible}."),
    "command-missing": N_("Say what to do: {possible}; for example `joker-lan play classic --bots 3`."),
    "command-unknown": N_("There is no command {command}; possible: {possible}."),
    "words-missing": N_("{command} needs {argument}; see `joker-lan {command} --help`."),
    "word-empty": N_("{command} got an empty word; give {argument}, see `joker-lan {command} --help`."),
    "words-too-many": N_("{command} does not take {word}; see `joker-lan {command} --help`."),
    "game-unknown": N_("There is no game {game}; possible: {possible}."),
    "preset-unknown": N_("There are no house rules named {preset}; possible: {possible}."),
    "rule-unknown": N_("There is no house rule {key}; possible: {possible}."),
    "rule-value": N_("The house rule {key} cannot be {value}; possible: {possible}."),
    "rule-not-built": N_("The house rule {key}={value} is not there yet in this version; possible: {possible}."),
    "rule-together": N_(
        "{key}={value} does not go with the other rules or with {seats} players; possible: {possible}."
    ),
    "bots-number": N_("{game} cannot be played with {bots} bots and you; possible numbers of bots: {possible}."),
    "nobody-to-ask": N_("Nobody can be asked here: play in a terminal, or add --autoplay to let a bot play your seat."),
    # settings
    "config-missing": N_("The settings file {path} does not exist; make it, or leave out --config."),
    "config-kind": N_(
        "The settings file {path} is no ordinary file of at most 64 KiB; replace it or name another one."
    ),
    "home-unknown": N_("This user has no home folder; say with --data where games and settings are kept."),
    "config-unreadable": N_("The settings file {path} cannot be read ({reason}); check its rights."),
    "config-broken": N_("The settings file {path} is not correct TOML ({reason}); correct it or rename it."),
    "config-key": N_("{path} has a line for {key}, which is no setting; possible: {possible}."),
    "config-value": N_("In {path}, {key} cannot be {value}; give {possible}."),
    # files
    "not-found": N_("{path} does not exist; check the path."),
    "exists": N_("{path} is there already and is not overwritten; choose another name."),
    "denied": N_(
        "This user has no right to use {path}; change its rights or choose another place with --data or --log."
    ),
    "read-only": N_("{path} lies on a disk that is read-only; choose another place with --data or --log."),
    "full": N_(
        "There is no room left for {path}; nothing stored so far is lost: make room, then begin or `joker-lan resume`."
    ),
    "not-a-file": N_("{path} is not a file; give the path of a file."),
    "not-a-folder": N_("{path} is not a folder; choose another place with --data."),
    "in-use": N_("{path} is in use by another joker-lan; end that one first, or choose another folder with --data."),
    "not-a-log": N_("{path} is no log of a game; give a file whose name ends in .jlog."),
    "unfinished": N_("{path} holds nothing but the beginning of a log; there is no game in it."),
    "newer-format": N_("{path} was written by a newer joker-lan; update this one to read it."),
    "too-large": N_("{path} is larger than the log of any game; give a file whose name ends in .jlog."),
    "damaged": N_("{path} is damaged in the middle and is not written to; `joker-lan audit` shows the place."),
    "dead": N_("Writing to {path} failed before; nothing stored so far is lost: `joker-lan resume` goes on."),
    "gone": N_(
        "{path} was deleted or replaced during the game, which ends here; look for a copy and `joker-lan resume`."
    ),
    "broken-key": N_("{path} holds no usable key; move it away, and a new one will be made."),
    "other": N_("{path} cannot be used ({reason}); check the disk, or choose another place with --data or --log."),
    # games
    "game-not-found": N_("There is no saved game {game} in {path}; `joker-lan resume --list` lists them."),
    "game-none": N_("There is no unfinished game in {path}; `joker-lan play classic --bots 3` begins one."),
    "game-several": N_("{game} fits several saved games: {possible}; name the file instead."),
    "game-over": N_("The game {game} is over; `joker-lan score {path}` shows its sheet."),
    "game-private": N_(
        "{path} is no private file of this device, or an older copy without all of its secrets, so the game cannot go"
        " on; its log can be audited."
    ),
    "game-log": N_("{path} does not hold at entry {entry}, so the game cannot go on; `joker-lan audit` says more."),
    "game-unbegun": N_("{path} holds no game that was begun; `joker-lan play classic --bots 3` begins one."),
    "deal-missing": N_("There is no deal {deal} in {path}; it has {deals}."),
    "trick-missing": N_("There is no trick {trick} in what was asked for; deal {deal} has {tricks}."),
    "trick-alone": N_("--trick needs --deal with it: say of which deal."),
    "at-alone": N_("--at names one moment of the whole game; leave out --deal and --trick."),
    "film-torn": N_("{path} ends within an unfinished write at byte {offset}; what was stored before it is shown."),
    "film-damaged": N_("{path} is damaged at byte {offset}; only what lies before it is shown."),
    "entry-missing": N_("There is no entry {entry} in {path}; the last one is {last}."),
    "seat-unknown": N_("Nobody called {seat} sits in {path}; possible: {possible}."),
    "sheet-empty": N_("{path} has no sheet yet: no game has begun in it."),
    "cell-form": N_("--explain cannot be {cell}; write deal=D,seat=S, for example deal=5,seat=2."),
    "cell-missing": N_("There is no deal {deal} on the sheet of {path}; it has {deals}."),
    "replay-stopped": N_("{path} cannot be followed beyond entry {entry} ({reason}); `joker-lan audit` says more."),
    "rules-version": N_("{path} was played by rules that this version does not know; update joker-lan to read it."),
    # the end
    "interrupted": N_("Interrupted."),
    "output": N_(
        "The output cannot be written ({reason}); send it somewhere else. A running game is saved: `joker-lan resume`."
    ),
    "fault": N_("This is a fault of joker-lan itself ({reason}); please report it with what -v prints."),
}


_LONGEST: Final = 200
"""Characters of a typed word or a reason that are shown again."""


def sentence(fault: Fault) -> str:
    """Return the sentence for a fault in the chosen language; for an unknown code the code itself."""
    about = {key: _shown(key, value) for key, value in fault.about.items()}
    if "possible" in about:
        about["possible"] = _(str(about["possible"]))
    if "suggestion" in about and fault.code in _SUGGESTING:
        return fill(_(_SUGGESTING[fault.code]), about)
    template = _SENTENCES.get(fault.code)
    return fill(_(template), about) if template else fault.code


def _shown(key: str, value: object) -> object:
    """Return a value as it can stand in a sentence: visible, in one line, and short unless all of it is needed."""
    if not isinstance(value, str) or key == "possible":
        return value
    text = printable(value)
    if len(text) > _LONGEST and key != "path":
        text = text[: _LONGEST - 1] + "…"
    return text if text.strip() else f'"{text}"'


def codes() -> frozenset[str]:
    """Return the codes that have a sentence."""
    return frozenset(_SENTENCES)
