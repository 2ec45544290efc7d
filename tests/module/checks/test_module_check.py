"""The checks of a module, and of the template for new modules."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tabletop.module.checks.module_check import check_module
from tabletop.module.new_module import TemplateError, module_id, new_module
from tabletop.module.schema.documents import DOCUMENTS, json_schemas


def test_a_sound_module_is_told_what_it_holds(blank: Path) -> None:
    report = check_module(blank)
    assert report.errors == ()
    assert (report.module, report.version, report.scenarios, report.authored) == ("trial", "0.1.0", ("meeting",), 0)
    assert report.pieces == {"Units": {"Red": 8, "Blue": 8}, "Markers": {"none": 4}}
    assert {"0101", "Northwood", "Red losses", "turns.8"} <= set(report.places)
    assert len(report.places) == len(set(report.places)) == 12 * 8 + 3 + 2 + 8


def test_the_report_is_json(blank: Path) -> None:
    told = json.loads(msgspec.json.encode(check_module(blank)))
    assert list(told) == [
        "module",
        "version",
        "errors",
        "pieces",
        "places",
        "scenarios",
        "authored",
        "notes",
        "families",
    ]


def test_errors_are_told_with_their_places(changed: Callable[..., Path], blank: Path) -> None:
    (blank / "images").mkdir()
    (blank / "images" / "x.png").write_bytes(b"BM")
    assert check_module(blank).errors == (
        "images/x.png: is not a picture that can be read; PNG, JPEG, GIF, WebP and SVG are",
    )
    report = check_module(changed("scenarios/meeting.yaml", ("red_armour", "red_amour")))
    assert (report.module, report.version, report.places) == ("trial", "0.1.0", ())
    assert report.errors[0].startswith("scenarios/meeting.yaml:11:27: found 'red_amour'")


@pytest.mark.parametrize("name", ["../../etc/x.png", "/etc/x.png", "C:/x.png", "//host/share/x.png", "..\\\\x.png"])
@pytest.mark.parametrize(
    "line",
    [
        'buttons: [{{title: T, key: T, picture: "{}"}}]',
        'buttons: [{{title: T, key: T, off_picture: "{}"}}]',
        'buttons: [{{title: T, view: {{does: hide-pieces, hidden_picture: "{}"}}}}]',
        'clocks: {{sides: [red], looks: {{red: {{picture: "{}"}}}}}}',
        'tutorials: [{{title: T, file: "{}"}}]',
    ],
)
def test_what_lies_outside_a_module_cannot_be_named_in_it(blank: Path, line: str, name: str) -> None:
    file = blank / "module.yaml"
    file.write_text(file.read_text() + "\n" + line.format(name) + "\n")
    [error] = check_module(blank).errors
    assert "the name of a file inside the module, for example 'images/map.png'" in error


def test_what_is_no_module_is_an_error_of_its_own(tmp_path: Path) -> None:
    assert check_module(tmp_path / "none").module == "none"
    assert check_module(tmp_path / "none").errors[0].endswith("does not exist")
    assert check_module(tmp_path).errors == ("module.yaml: does not exist",)


def test_a_new_module_is_called_as_its_author_says(tmp_path: Path) -> None:
    folder = new_module("Überfall:  1940 'Sedan'", tmp_path / "games")
    assert folder == tmp_path / "games" / "uberfall_1940_sedan"
    report = check_module(folder)
    assert (report.module, report.errors) == ("uberfall_1940_sedan", ())
    assert "title: 'Überfall: 1940 ''Sedan'''\n" in (folder / "module.yaml").read_text(encoding="utf-8")


def test_a_new_module_never_overwrites(tmp_path: Path) -> None:
    new_module("Trial", tmp_path)
    with pytest.raises(TemplateError, match="already exists"):
        new_module("trial!", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["trial"]


@pytest.mark.parametrize("title", ["", "1942", "日本", "x" * 121, "a\x07b"])
def test_a_title_from_which_no_id_can_be_made(title: str) -> None:
    with pytest.raises(TemplateError):
        module_id(title)


@pytest.mark.parametrize("title", ["CON", "aux", "Nul.", " PRN ", "COM1", "1942: Lpt9"])
def test_no_module_is_called_by_a_name_that_a_system_keeps_for_itself(title: str, tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"cannot be called '\w+' on every system; choose another name"):
        new_module(title, tmp_path)
    assert not list(tmp_path.iterdir())


def test_editors_get_a_schema_for_every_kind_of_document() -> None:
    schemas = json_schemas(DOCUMENTS)
    assert schemas.keys() == DOCUMENTS.keys()
    assert schemas["pieces"]["properties"]["group"]["type"] == ["string", "number", "boolean"]
    assert all(schema["additionalProperties"] is False for schema in schemas.values())
    json.dumps(schemas)
