"""The list of all commands."""

import os
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated

import typer

import tabletop
from tabletop.cli import cases, games, mail_commands, module_authors, modules, umpire_commands, vassal, window
from tabletop.cli.failures import ExitCode, Failure, answered
from tabletop.cli.script import do_command
from tabletop.module import shipped
from tabletop.texts.language_files import ASKED, is_known, known_languages, speak_best
from tabletop.texts.sentence import listed, text

PLAYING = "Playing"
UMPIRE = "For the umpire"
KEEPING = "Games as files"
BY_MAIL = "Games by mail"
WRITING = "Game modules"
VASSAL = "VASSAL modules"
WORKSHOP = "Work on the program itself"

app = typer.Typer(
    name="wartable",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _speak(context: typer.Context, given: typer.CallbackParam, language: str) -> str:
    """Set the language of this program, and of the window that it may open; return the language unchanged.

    Raises Failure if the option names an unknown language. If the environment names an unknown one, the language is
    English.
    """
    if language:
        folder = shipped.path("assets", "languages")
        source = context.get_parameter_source(given.name or "")
        if source is not None and source.name == "COMMANDLINE" and not is_known(language, folder):
            raise Failure(text("no-language", language=language, known=listed(known_languages(folder))), ExitCode.USAGE)
        os.environ[ASKED] = language
        speak_best(language, folder)
    return language


def _say_version(asked: bool) -> None:
    if asked:
        typer.echo(f"wartable {tabletop.__version__}")
        raise typer.Exit


@app.callback(
    epilog="Exit codes: 0 done; 1 something wrong was found; 2 not understood; 3 a file or module cannot be read or "
    "written; 4 a part of the program is not installed; 5 the game is open in another program."
)
def wartable(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            callback=_speak,
            envvar=ASKED,
            help="Use this language (for example de or pt_BR) instead of the system's.",
        ),
    ] = "",
) -> None:
    """A digital sand table for board wargames.

    `wartable run` opens the table. A MODULE is a folder, a `.wtmod` file, or the name of a game that comes with the
    program (`fire_in_the_sky`). A FILE is a game under way, `.wartable`.
    """


app.command("run", rich_help_panel=PLAYING)(window.run)
app.command("new-game", rich_help_panel=PLAYING)(games.new_game)
app.command("do", rich_help_panel=PLAYING)(do_command.do)
app.command("render", rich_help_panel=PLAYING)(window.render)

app.command("show", rich_help_panel=UMPIRE)(umpire_commands.show)
app.command("review", rich_help_panel=UMPIRE)(umpire_commands.review)

app.command("host-mail", rich_help_panel=BY_MAIL)(mail_commands.host_mail)
app.add_typer(mail_commands.app, name="mail", rich_help_panel=BY_MAIL)

app.command("replay", rich_help_panel=KEEPING)(games.replay)
app.command("verify", rich_help_panel=KEEPING)(games.verify)
app.command("export", rich_help_panel=KEEPING)(games.export)
app.command("import", rich_help_panel=KEEPING)(games.import_)
app.command("save-setup", rich_help_panel=KEEPING)(games.save_setup)
app.command("copy", rich_help_panel=KEEPING)(games.copy)
app.command("compact", rich_help_panel=KEEPING)(games.compact)
app.command("bring-along", rich_help_panel=KEEPING)(games.bring_along)

app.command("check", rich_help_panel=WRITING)(modules.check)
app.command("cases", rich_help_panel=WRITING)(cases.cases)
app.command("new-module", rich_help_panel=WRITING)(module_authors.new_module)
app.command("pack", rich_help_panel=WRITING)(module_authors.pack)
app.command("unpack", rich_help_panel=WRITING)(module_authors.unpack)
app.command("schemas", rich_help_panel=WRITING)(module_authors.schemas)
app.command("draw-map", rich_help_panel=WRITING)(module_authors.draw_map)

app.command("import-vassal", rich_help_panel=VASSAL)(vassal.import_vassal)
app.command("export-vassal", rich_help_panel=VASSAL)(vassal.export_vassal)

if find_spec("tabletop.workshop") is not None:  # only in a checkout, not in an installed program
    for name, command in import_module("tabletop.workshop.workshop_commands").COMMANDS.items():
        app.command(name, rich_help_panel=WORKSHOP)(command)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    return answered(lambda: app(list(arguments), prog_name="wartable", standalone_mode=False))
