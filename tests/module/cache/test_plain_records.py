"""Records come back from the cache unchanged, or not at all."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter

from tabletop.module import shipped
from tabletop.module.cache.plain_records import FormError, PackedRecords, pack_records, unpack_records
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.schema.faces import FaceBook
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.module_file import ModuleFile
from tabletop.module.schema.record_base import Half, Record
from tabletop.module.schema.scenario import ScenarioFile
from tabletop.module.schema.trait_records import TraitRecord
from tabletop.module.source import FolderSource

GAME = shipped.path("modules", "fire_in_the_sky")
FILES = {
    "module.yaml": ModuleFile,
    "map/pacific.yaml": SheetRecord,
    "counters/faces.yaml": FaceBook,
    "scenarios/december_1941.yaml": ScenarioFile,
}


class Inner(Record):
    half: Half = Half(0)
    numbers: tuple[float, ...] = ()


class Outer(Record):
    text: str
    inner: Inner | None = None
    by_name: dict[str, tuple[Inner | int, ...]] = Field(default_factory=dict)


INNER = st.builds(
    Inner.model_construct,
    half=st.integers(-9, 9).map(Half),
    numbers=st.lists(st.floats(), max_size=3).map(tuple),
)
OUTER = st.builds(
    Outer.model_construct,
    text=st.text(),
    inner=st.none() | INNER,
    by_name=st.dictionaries(st.text(), st.lists(INNER | st.integers(-99, 99), max_size=3).map(tuple), max_size=3),
)


def there_and_back(packed: PackedRecords) -> PackedRecords:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(packed), type=PackedRecords)


@given(OUTER)
def test_a_record_comes_back_as_it_was(record: Outer) -> None:
    assert repr(unpack_records(there_and_back(pack_records({"f": record})))) == repr({"f": record})


@pytest.mark.parametrize("file", FILES)
def test_the_files_of_a_game_come_back_as_they_were(file: str) -> None:
    document = ModuleReader(FolderSource(GAME)).read(file, FILES[file])
    assert document is not None
    assert unpack_records(there_and_back(pack_records({file: document}))) == {file: document}


@pytest.mark.parametrize(
    "changed",
    [
        {"forms": [{"name": "posixpath.join", "fields": ["text", "inner", "by_name"]}]},
        {"forms": [{"name": f"{__name__}.Outer", "fields": ["basis", "text"]}]},
        {"forms": []},
        {"files": {"f": ["record", -1, []]}},
        {"files": {"f": ["record", 0, ["too few"]]}},
    ],
)
def test_what_another_schema_has_packed_is_refused(changed: dict[str, object]) -> None:
    packed = msgspec.to_builtins(pack_records({"f": Outer(text="")}))
    with pytest.raises(FormError, match=r"there is no|has 4 fields"):
        unpack_records(msgspec.convert({**packed, **changed}, PackedRecords))


def test_a_record_holds_values_only() -> None:
    with pytest.raises(TypeError, match="records do not hold"):
        pack_records({"f": Outer.model_construct(text=Path())})


def test_the_records_of_traits_are_made_only_where_there_are_any(tmp_path: Path) -> None:
    trait = TypeAdapter(TraitRecord).validate_python({"trait": "mark", "values": {"Class": "CV"}})
    kept = tmp_path / "kept"
    kept.write_bytes(msgspec.msgpack.encode(pack_records({"trait": trait})))
    program = f"""
import pathlib, sys, msgspec
from tabletop.module.cache.plain_records import PackedRecords, unpack_records
from tabletop.module.schema.module_file import ModuleFile
assert "tabletop.module.schema.trait_records" not in sys.modules
kept = pathlib.Path({str(kept)!r}).read_bytes()
print(unpack_records(msgspec.msgpack.decode(kept, type=PackedRecords))["trait"])
"""
    printed = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert printed.strip() == str(trait)
