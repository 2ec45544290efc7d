"""`wartable import-vassal`, `export-vassal` and their comparisons with VASSAL: modules imported, games exported."""

import json
import lzma
import zipfile
from pathlib import Path

import pytest

from tabletop.cli import main
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.save_files import read_saved

BUILD = """<VASSAL.build.GameModule name="Small" version="1" VassalVersion="3.7.5">
<VASSAL.build.module.Map mapName="Map"><VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board name="B" width="40" height="30"/>
</VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map></VASSAL.build.GameModule>"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "Small.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", BUILD)
    return path


def answers(tmp_path: Path, **given: object) -> Path:
    path = tmp_path / "answers.json.xz"
    path.write_bytes(lzma.compress(json.dumps(given).encode()))
    return path


def test_a_module_is_taken_over_and_passes_the_check(module: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out"
    assert main(["import-vassal", str(module), "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Small 1 is in {out}\n  components: ")
    assert "0 inactive, 0 refused" in told
    assert main(["check", str(out)]) == 0


def test_the_report_is_json_too(module: Path, tmp_path: Path, capsys) -> None:
    assert main(["import-vassal", str(module), "--out", str(tmp_path / "out"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["module"], told["vassal_version"]) == ("Small", "3.7.5")
    assert sum(line["count"] for line in told["lines"]) == 4


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [("no.vmod", b"no zip", "no.vmod is not a VASSAL file"), ("none.vmod", None, "none.vmod cannot be read")],
)
def test_what_cannot_be_read_is_said_in_a_sentence(name, content, words, tmp_path: Path, capsys) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert main(["import-vassal", str(tmp_path / name), "--out", str(tmp_path / "out")]) == 3
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_agreement_is_told_by_class_and_with_every_difference(module: Path, tmp_path: Path, capsys) -> None:
    counts = {"VASSAL.build.module.Map": 2}
    oracle = answers(tmp_path, components=counts)
    assert main(["compare-vassal", str(module), str(oracle), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["agreement"] < 1
    assert set(told["by_class"]) == {"components", "slots"}
    [one] = [each for each in told["differences"] if each["where"] == "VASSAL.build.module.Map"]
    assert (one["of"], one["vassal"], one["here"]) == ("components", 2, 1)


def test_what_holds_no_answers_is_said_to_hold_none(module: Path, tmp_path: Path, capsys) -> None:
    assert main(["compare-vassal", str(module), str(answers(tmp_path, anything=1))]) == 3
    assert "holds no answers that can be compared" in capsys.readouterr().err


@pytest.fixture
def game(module: Path, tmp_path: Path) -> Path:
    """Return the file of a new game of the module, with a message in its log."""
    assert main(["import-vassal", str(module), "--out", str(tmp_path / "out")]) == 0
    file = tmp_path / "game.wartable"
    assert main(["new-game", str(tmp_path / "out"), "--out", str(file)]) == 0
    script = tmp_path / "script.jsonl"
    script.write_text('{"do": "take-seat", "sides": ["Players"]}\n{"do": "say", "text": "hello"}\n')
    assert main(["do", str(file), "--as", "Ann", "--script", str(script)]) == 0
    return file


def test_a_game_is_written_for_vassal_as_a_save_or_a_log(module: Path, game: Path, tmp_path: Path, capsys) -> None:
    save, log = tmp_path / "a.vsav", tmp_path / "a.vlog"
    assert main(["export-vassal", str(game), "--out", str(save)]) == 0
    capsys.readouterr()
    assert main(["export-vassal", str(game), "--out", str(log), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["steps"]) == (str(log), 2)
    assert "can read all of it" in told["remarks"][0]
    assert [len(read_saved(Archive(file)).steps) for file in (save, log)] == [0, 2]
    assert main(["compare-export", str(module), str(save), str(log)]) == 0
    assert "equal; 0 pieces, 2 steps; 0 and 0 differences" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["a.txt"], 2),
        (["a.vsav", "--since", "0"], 2),
        (["a.vlog", "--since", "9"], 3),
    ],
)
def test_a_game_is_not_written_where_that_makes_no_sense(game: Path, tmp_path: Path, given, code: int) -> None:
    assert main(["export-vassal", str(game), "--out", str(tmp_path / given[0]), *given[1:]]) == code
    assert not (tmp_path / given[0]).exists()
