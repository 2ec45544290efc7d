"""An expected failure gives one sentence on stderr and an exit code. The program starts without Qt."""

import os
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from typer.models import ParameterInfo
from typer.testing import CliRunner

import tabletop
from tabletop.cli.command_line import app
from tabletop.cli.failures import ExitCode

ROOT = Path(tabletop.__file__).parents[1]


def python(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


MAIN = "import sys; from tabletop.cli import main; code = main(); "
NO_QT = "import sys; sys.modules['PySide6'] = None; from tabletop.cli import main; sys.exit(main())"


def test_the_version_is_said_without_loading_anything():
    ran = python(MAIN + "assert not {'typer', 'msgspec', 'PySide6'} & set(sys.modules)", "--version")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"wartable {tabletop.__version__}\n", "")


def test_no_command_but_those_that_draw_loads_qt(game):
    ran = python(MAIN + "assert 'PySide6' not in sys.modules; sys.exit(code)", "replay", game)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_without_qt_a_drawing_command_says_what_to_install(game, tmp_path):
    for arguments in (("run", "fire_in_the_sky"), ("render", game, "--out", tmp_path / "x.png")):
        ran = python(NO_QT, *arguments)
        assert ran.returncode == ExitCode.MISSING
        assert ran.stderr.startswith("wartable: This needs PySide6, which is not installed")
        assert ran.stderr.count("\n") == 1


def test_an_unknown_language_is_refused(wartable, tmp_path, monkeypatch):
    for name in ("de", "en"):
        (tmp_path / f"{name}.mo").touch()
    monkeypatch.setattr("tabletop.cli.command_line.shipped.path", lambda *_: tmp_path)
    ran = wartable("--language", "zz", "check", tmp_path)
    assert (ran.code, ran.err) == (ExitCode.USAGE, "wartable: There is no language 'zz'. Choose from: de and en.\n")


def test_the_program_runs_as_a_process(game):
    ran = python(MAIN + "sys.exit(code)", "verify", game)
    assert (ran.returncode, ran.stdout) == (0, "'game.wartable' is intact: 0 actions, the last is number 0.\n")


def test_help_lists_every_command_with_a_word_on_it():
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "120"}).output
    for command in app.registered_commands:
        assert command.name is not None
        assert f" {command.name} " in shown
        assert CliRunner().invoke(app, [command.name, "--help"]).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("frobnicate",), ExitCode.USAGE, "No such command 'frobnicate'."),
        (("verify",), ExitCode.USAGE, "Missing argument 'FILE'."),
        (("verify", "nothing.wartable"), ExitCode.FILE, "There is no file 'nothing.wartable'."),
        (("replay", "text.txt"), ExitCode.FILE, "'text.txt' is not a Wartable game."),
        (("import", "text.txt", "-o", "new.wartable"), ExitCode.FILE, "This is not a game as text"),
        (("check", "text.txt"), ExitCode.FILE, "'text.txt' is not a module: name a folder that holds a module.yaml"),
        (("unpack", "text.txt"), ExitCode.FILE, "'text.txt' is not a packed module."),
        (("render", "border_war", "-o", "x.png", "--size", "9"), ExitCode.USAGE, "'9' is not a size"),
        (("render", "border_war", "-o", "x.png", "--size", "99999x1"), ExitCode.USAGE, "A picture has 1 to 16000"),
        (("run", "nothing.wartable"), ExitCode.FILE, "There is no file 'nothing.wartable'."),
        (
            ("render", "border_war", "-o", "x.tree"),
            ExitCode.USAGE,
            "'x.tree' is not the name of an image: end it with .png.",
        ),
        (("render", "border_war", "-o", "no/x.png"), ExitCode.FILE, "'no/x.png' cannot be used: No such file"),
        (("bench", "--only", "nothing"), ExitCode.USAGE, "No measurement has the name 'nothing'."),
    ],
)
def test_what_goes_wrong_is_one_sentence(wartable, arguments, code, sentence):
    Path("text.txt").write_text("hello", encoding="utf-8")
    ran = wartable(*arguments)
    assert ran.code == code
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_without_a_screen_no_window_is_tried(wartable, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    ran = wartable("run", "border_war")
    assert ran.code == ExitCode.MISSING
    assert ran.err == "wartable: There is no screen to open a window on: 'wartable render' draws without one.\n"


def test_a_folder_that_cannot_be_written_is_told(wartable, game, tmp_path):
    ran = wartable("copy", game, "--out", tmp_path / "nowhere" / "copy.wartable")
    assert (ran.code, ran.err) == (
        ExitCode.FILE,
        f"wartable: There is no folder '{tmp_path / 'nowhere'}' to write to.\n",
    )


def test_no_command_takes_a_file_that_cannot_be_read_for_what_was_not_understood():
    """A command itself finds out that a file cannot be read. If Typer checked this first, it would report a usage
    error.
    """
    looked_at = [
        (command.name, name)
        for command in app.registered_commands
        for name, hint in get_type_hints(command.callback, include_extras=True).items()
        for part in get_args(hint)
        if isinstance(part, ParameterInfo) and "Path" in str(hint) and part.readable
    ]
    assert looked_at == []


@pytest.mark.parametrize("command", ["verify", "do", "replay", "export", "compact"])
def test_a_file_that_may_not_be_read_is_told_as_a_file(wartable, game, command, monkeypatch):
    honest = Path.open

    def denied(path: Path, *given: object, **more: object) -> object:
        if path == game:
            raise PermissionError(13, "Permission denied", str(path))
        return honest(path, *given, **more)

    monkeypatch.setattr("os.access", lambda path, mode: False)
    monkeypatch.setattr(Path, "open", denied)
    ran = wartable(command, game, *(("--as", "Red") if command == "do" else ()))
    assert (ran.code, ran.err) == (ExitCode.FILE, f"wartable: '{game.name}' cannot be read: Permission denied.\n")


def test_what_does_not_fit_on_the_disk_leaves_what_was_there(game, tmp_path):
    """A limit of 4 kB for each file stands for a full disk."""
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "old.png").write_text("old")
    for name in ("old.png", "new.png"):
        ran = python(limited + MAIN + "sys.exit(code)", "render", game, "--size", "400x300", "-o", folder / name)
        assert ran.returncode == ExitCode.FILE
        assert ran.stderr == f"wartable: '{folder / name}' cannot be used: File too large.\n"
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("old.png", "old")]


def test_a_module_that_does_not_fit_on_the_disk_is_told_in_one_sentence(tmp_path):
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)); "
    ran = python(limited + MAIN + "sys.exit(code)", "new-module", "Big", "--in", tmp_path)
    assert (ran.returncode, ran.stderr) == (ExitCode.FILE, f"wartable: {tmp_path / 'big'} cannot be written.\n")
    assert list(tmp_path.iterdir()) == []
