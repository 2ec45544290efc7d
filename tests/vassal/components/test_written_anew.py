"""An imported module stays the same when its data is written a second time, and when it is packed and unpacked."""

import shutil
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest

from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.contents.map_files import read_sheet_of
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.yaml_writer import dump_document
from tabletop.module.loader import load_module
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.packed_modules import pack, unpack
from tabletop.module.schema.faces import FaceBook
from tabletop.module.schema.module_file import ModuleFile
from tabletop.module.schema.piece_records import PieceFile
from tabletop.module.schema.scenario import ScenarioFile
from tabletop.module.schema.translation_record import TranslationFile
from tabletop.module.source import FolderSource
from tabletop.vassal.module_import import import_module
from tests.vassal.components.making import CLASSES, Making

ODD: Final = (
    "yes", "Off", "null", "~", "007", "1.50", "1e3", "0x1F", "12:30", "2020-01-02", ".5", "-", "? a", "a: b # c", "- a",
    "'it'", '"q"', "it's", "{a}", "[1]", "&a", "*b", "!c", "%d", "@e", "`f", "| g", "> h", "Zoë", "東京", "\U0001f3b2",
    "a\tb", "a\nb", " a ", "a ", "a:", ":", "word " * 40, "<b>c</b>", "$Name$", '{Name + "x"}', "a,b;c|d/e", "\\n",
    "1,2", "65,130",
)  # fmt: skip
"""Texts that are read differently if a YAML writer does not quote them."""


def settings_of(kind: str, first: int) -> dict[str, str]:
    """Return all settings of a class, each with an odd text, beginning with the text of the number `first`."""
    about = CLASSES[kind]
    odd = cycle(ODD[first % len(ODD) :] + ODD[: first % len(ODD)])
    return dict(zip({**about.get("usual", {}), **about["tried"]}, odd, strict=False))


def usual_settings_of(kind: str) -> dict[str, str]:
    about = CLASSES[kind]
    return {**about.get("usual", {}), **about["tried"]}


@pytest.fixture(scope="module", params=["as authors write them", "odd"])
def folder(request: pytest.FixtureRequest, vassal, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an imported module with every component."""
    making = Making(vassal)
    whole: list[str] = []
    for number, kind in enumerate(CLASSES):
        settings = settings_of(kind, number) if request.param == "odd" else usual_settings_of(kind)
        sides, *others = making.components(kind, ODD[number % len(ODD)], **settings)
        whole += others if whole else (sides, *others)
    out = tmp_path_factory.mktemp("made") / "out"
    import_module(making.file(*whole), out)
    return out


def said(module: Module) -> dict[str, object]:
    """Return all data of a module, by its parts."""
    parts: dict[str, object] = {"about": module.about, "faces": module.faces, "components": module.components}
    for name, found in (("sheet", module.sheets), ("scenario", module.scenarios)):
        parts |= {f"{name} {id}": record for id, record in found.items()}
    return parts | {f"kind {one.kind.key}": one for one in module.tray}


def differing(one: Module, other: Module) -> list[str]:
    """Return the parts in which two modules differ."""
    here, there = said(one), said(other)
    return [part for part in here.keys() | there.keys() if here.get(part) != there.get(part)]


def write_anew(folder: Path, into: Path) -> None:
    """Write a module's data again, and copy its other files."""
    reader = ModuleReader(FolderSource(folder))
    about = reader.read(MODULE_FILE, ModuleFile)
    assert about is not None
    for file in about.maps:
        read_sheet_of(reader, file)
    for model, files in (
        (PieceFile, about.pieces),
        (ScenarioFile, about.scenarios),
        (TranslationFile, tuple(about.translations.values())),
        (FaceBook, tuple(filter(None, (about.faces,)))),
    ):
        for file in files:
            reader.read(file, model)
    reader.problems.raise_any()
    shutil.copytree(folder, into)
    for file, record in reader.records.items():
        (into / file).write_text(dump_document(record), encoding="utf-8")


def test_what_is_read_says_the_same_when_it_is_written_anew(folder: Path, tmp_path: Path) -> None:
    write_anew(folder, tmp_path / "anew")
    module, again = load_module(folder), load_module(tmp_path / "anew")
    assert len(module.tray) > 10
    assert differing(module, again) == []


def test_writing_it_once_more_changes_nothing(folder: Path, tmp_path: Path) -> None:
    write_anew(folder, tmp_path / "anew")
    write_anew(tmp_path / "anew", tmp_path / "once more")
    files = [path.relative_to(tmp_path / "anew") for path in (tmp_path / "anew").rglob("*") if path.is_file()]
    assert files
    for file in files:
        assert (tmp_path / "anew" / file).read_bytes() == (tmp_path / "once more" / file).read_bytes(), file


def test_a_packed_module_opens_as_the_same_and_so_does_what_is_unpacked(folder: Path, tmp_path: Path) -> None:
    packed, out = tmp_path / "game.wtmod", tmp_path / "unpacked"
    pack(folder, packed)
    unpack(packed, out)
    module = load_module(folder)
    assert differing(module, load_module(packed)) == []
    assert differing(module, load_module(out)) == []
    assert module.name == load_module(out).name == load_module(packed).name


def test_what_the_cache_keeps_is_the_same_module(folder: Path, tmp_path: Path) -> None:
    cache = ModuleCache(tmp_path)
    module = load_module(folder, cache)
    assert list(tmp_path.iterdir())
    assert differing(module, load_module(folder, cache)) == []
