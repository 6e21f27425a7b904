"""A run of the program: from the command line to an exit code.

Responsible for the order in which things are read, for telling every fault in one sentence (and, where it was asked
for, as one JSON document), and for the exit code. It must not do the work of any command.

Imports here are kept to what every run needs: `--version` and `--help` answer before anything large is loaded.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from cli import options, streams
from cli.commands import COMMANDS, Command
from cli.errors import CommandError, Fault
from cli.exits import Exit
from cli.options import Line, nearest, read_line
from cli.text import Texts, _, use

__all__ = ["run"]


def run(line: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        line: the words behind the program's name; by default those of this process.

    Returns:
        The exit code, a member of `cli.exits.Exit`.
    """
    streams.prepare()
    read = read_line(sys.argv[1:] if line is None else line)
    try:
        return int(_run(read, os.environ))
    except KeyboardInterrupt:
        streams.tell(_("Interrupted."))
        return int(Exit.INTERRUPTED)
    except BrokenPipeError:
        return int(Exit.MACHINE)  # nobody reads any more what is said
    finally:
        streams.finish()


def _run(line: Line, environment: Mapping[str, str]) -> Exit:
    if line.given.is_on(options.VERSION):
        return _tell_version()
    from cli.settings import early

    language, as_json, verbose = early(line, environment)
    use(Texts(language))
    try:
        return _obey(line, environment)
    except CommandError as error:
        return _report(error.fault, as_json=as_json)
    except BrokenPipeError:
        raise  # no fault of anybody: nobody reads any more
    except Exception as error:
        # The boundary of the program: whatever arrives here is our own fault, and its reader is a player.
        if verbose:
            from traceback import print_exception

            print_exception(error)
        return _report(_fault_of(_innermost(error)), as_json=as_json)


def _tell_version() -> Exit:
    """Tell the version before anything is loaded that takes time."""
    from cli.version import program

    try:
        streams.say(program())
    except OSError as error:
        return _report(_fault_of(error), as_json=False)
    return Exit.DONE


def _innermost(error: BaseException) -> BaseException:
    """Return the first error of a group of tasks."""
    return _innermost(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


def _fault_of(error: BaseException) -> Fault:
    """Return what is told about an error that no command made a fault of."""
    # Errors about files carry their name and are a fault of ours when they come up to here.
    if isinstance(error, OSError) and error.filename is None and error.strerror:
        return Fault("output", Exit.MACHINE, {"reason": error.strerror})
    return Fault("fault", Exit.MACHINE, {"reason": type(error).__name__})


def _obey(line: Line, environment: Mapping[str, str]) -> Exit:
    """Find the command and run it."""
    from cli import commands
    from cli import help as help_texts
    from cli.settings import read_settings

    settings, faults = read_settings(line, environment, signs=streams.shows_signs(sys.stdout))
    use(Texts(settings.language))
    command = COMMANDS.get(line.words[0]) if line.words else None
    if line.given.is_on(options.HELP):
        streams.say(help_texts.command_help(command) if command else help_texts.general_help())
        return Exit.DONE
    faults = (*line.faults, *_word_faults(line, command), *faults)
    if faults:
        raise CommandError(faults[0])
    if command is None:
        if not streams.is_interactive():
            if settings.json:
                raise CommandError(_command_missing())
            streams.tell(help_texts.short_help())
            return Exit.USAGE
        streams.say(help_texts.short_help())
        return Exit.DONE
    return commands.run(commands.Invocation(command, line.words[1:], line.given, settings))


def _word_faults(line: Line, command: Command | None) -> tuple[Fault, ...]:
    """Say what is wrong with the words of a command line, and with options that belong elsewhere."""
    if command is None:
        if line.words:
            return (_command_unknown(line.words[0]),)
        return (_command_missing(),) if line.given.values and _own_options(line) else ()
    for option in _own_options(line):
        if option not in command.options:
            owners = [owner.name for owner in COMMANDS.values() if option in owner.options]
            about = {"option": line.written[option.name], "command": command.name, "possible": ", ".join(owners)}
            return (Fault("option-elsewhere", Exit.USAGE, about),)
    words = line.words[1:]
    if "" in words:
        return (Fault("word-empty", Exit.USAGE, {"command": command.name, "argument": command.argument}),)
    if len(words) < command.least:
        return (Fault("words-missing", Exit.USAGE, {"command": command.name, "argument": command.argument}),)
    if len(words) > command.most:
        return (Fault("words-too-many", Exit.USAGE, {"command": command.name, "word": words[command.most]}),)
    return ()


def _own_options(line: Line) -> tuple[options.AnyOption, ...]:
    return tuple(option for option in options.OWN if option.name in line.given.values)


def _command_missing() -> Fault:
    return Fault("command-missing", Exit.USAGE, {"possible": ", ".join(COMMANDS)})


def _command_unknown(word: str) -> Fault:
    about = {"command": word, "possible": ", ".join(COMMANDS)}
    suggestion = nearest(word, tuple(COMMANDS))
    if suggestion:
        about["suggestion"] = suggestion
    return Fault("command-unknown", Exit.USAGE, about)


def _report(fault: Fault, *, as_json: bool) -> Exit:
    """Tell a fault: one sentence on stderr; with `--json` also the document on stdout."""
    from cli.texts_program import sentence

    message = sentence(fault)
    if as_json:
        from cli.documents import dump, error_document

        hint = _("`joker-lan --help` shows how it is used.") if fault.exit is Exit.USAGE else ""
        with suppress(OSError):  # then stderr alone tells it
            streams.say(dump(error_document(fault, message, hint), encoding=sys.stdout.encoding))
    streams.tell(f"joker-lan: {message}")
    return fault.exit
