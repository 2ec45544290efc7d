"""The command line, `wartable COMMAND`: one file for each family of commands.

The commands call other packages for their work; there is no game logic and no Qt here.
"""

import sys
from collections.abc import Sequence

import tabletop


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (`tabletop.cli.failures.ExitCode`); `arguments` are by default those
    of the shell.

    Expected failures are reported on stderr, in one sentence. Anything else is a bug and is raised.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:
        sys.stdout.write(f"wartable {tabletop.__version__}\n")
        return 0
    from tabletop.module.cache.garbage_pause import collect_seldom

    collect_seldom()
    _speak()
    match given:
        case ["run", *target] if len(target) < 2 and not "".join(target).startswith("-"):
            return _open_table(*target)
    from tabletop.cli.command_line import run

    return run(given)


def _speak() -> None:
    """Use the language that the environment asks for, else that of the system."""
    from tabletop.module import shipped
    from tabletop.texts.language_files import asked_language, speak_best, system_language

    speak_best(asked_language() or system_language(), shipped.path("assets", "languages"))


def _open_table(target: str | None = None) -> int:
    """Open the window at once, as `wartable run` does, without reading the descriptions of all commands."""
    from tabletop.cli.failures import answered
    from tabletop.cli.window_start import open_table

    return answered(lambda: open_table(target))
