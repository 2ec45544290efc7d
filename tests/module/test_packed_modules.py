"""Modules in one file: packed the same every time, and checked when opened."""

import io
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabletop.module import packed_modules
from tabletop.module.packed_modules import (
    MANIFEST,
    Manifest,
    PackedFile,
    PackedSource,
    hash_of,
    open_module_source,
    pack,
    unpack,
)
from tabletop.module.source import FolderSource, SourceError

FILES: Mapping[str, bytes] = {
    "module.yaml": b"id: x\n",
    "map/main.yaml": b"hexes: []\n" * 500,
    "images/a.png": b"\x89PNG",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        path = tmp_path / "game" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "game"


def manifest_of(files: Mapping[str, bytes]) -> bytes:
    listed = tuple(PackedFile(name, len(content), hash_of(content)) for name, content in files.items())
    return msgspec.json.encode(Manifest(packed_modules.FORMAT, listed))


def craft(
    path: Path, files: Mapping[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda info: None
) -> Path:
    """Write a packed module by hand, with a correct manifest, and return its file; `change` alters its entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {MANIFEST: manifest_of(files), **files}.items():
            info = zipfile.ZipInfo("x")
            info.filename = name
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            archive.writestr(info, content)
    return path


def refusal(path: Path) -> str:
    """Try to unpack a hostile file, and return the refusal, having checked that nothing is left behind."""
    before = sorted(path.parent.rglob("*"))
    with pytest.raises(SourceError) as raised:
        unpack(path, path.parent / "out")
    assert sorted(path.parent.rglob("*")) == before
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_a_packed_module_holds_what_the_folder_holds(folder: Path, tmp_path: Path) -> None:
    manifest = pack(folder, tmp_path / "game.wtmod")
    source = open_module_source(tmp_path / "game.wtmod")
    assert source.title == "game.wtmod"
    assert source.files() == FolderSource(folder).files() == tuple(file.name for file in manifest.files)
    assert {name: source.read(name) for name in source.files()} == FILES
    unpack(tmp_path / "game.wtmod", tmp_path / "copy")
    assert {name: (tmp_path / "copy" / name).read_bytes() for name in FolderSource(tmp_path / "copy").files()} == FILES


def test_the_manifest_stands_first_and_packing_again_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    pack(folder, tmp_path / "one.wtmod")
    pack(folder, tmp_path / "two.wtmod")
    assert (tmp_path / "one.wtmod").read_bytes() == (tmp_path / "two.wtmod").read_bytes()
    assert zipfile.ZipFile(tmp_path / "one.wtmod").namelist()[0] == MANIFEST


def test_what_shrinks_like_a_bomb_is_packed_so_that_it_opens(folder: Path, tmp_path: Path) -> None:
    (folder / "flat.svg").write_bytes(b" " * 3_000_000)
    pack(folder, tmp_path / "game.wtmod")
    assert len(open_module_source(tmp_path / "game.wtmod").read("flat.svg")) == 3_000_000


def test_a_folder_opens_as_it_is(folder: Path) -> None:
    assert open_module_source(folder).read("module.yaml") == b"id: x\n"


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="none: does not exist"):
        open_module_source(tmp_path / "none")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../evil.yaml", "leads out of the module"),
        ("/etc/evil", "is not a path inside the module"),
        ("C:/evil", "has a character in its name"),
        ("a\\..\\evil", "has a character in its name"),
        ("a/../b", "leads out of the module"),
        ("nul", "cannot be called 'nul' on every system"),
        ("MODULE.yaml", "are the same file on some systems"),
        ("module.yaml/x", "which is a file"),
        ("inner.zip", "is an archive"),
        ("manifest.json", "is the name of the list"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_harmful_name_is_refused(tmp_path: Path, name: str, said: str) -> None:
    path = tmp_path / "evil.wtmod"
    with zipfile.ZipFile(path, "w") as archive:
        for each, content in (
            (MANIFEST, manifest_of({"module.yaml": b"", name: b""})),
            ("module.yaml", b""),
            (name, b""),
        ):
            info = zipfile.ZipInfo("x")
            info.filename = each
            archive.writestr(info, content)
    assert said in refusal(path)


def test_links_are_refused(tmp_path: Path) -> None:
    def link(info: zipfile.ZipInfo) -> None:
        if info.filename == "link":
            info.external_attr = (stat.S_IFLNK | 0o777) << 16

    assert "'link' is a link or a device" in refusal(craft(tmp_path / "evil.wtmod", {"link": b"/etc/passwd"}, link))


def test_bombs_are_refused_before_they_go_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "more than 200 times its size" in refusal(craft(tmp_path / "a.wtmod", {"a": b"\0" * 5_000_000}))
    monkeypatch.setattr(packed_modules, "LARGEST_FILE_BYTES", 2_000_000)
    assert "would unpack to more than" in refusal(craft(tmp_path / "b.wtmod", {"a": bytes(range(256)) * 10_000}))
    monkeypatch.setattr(packed_modules, "LARGEST_UNPACKED_BYTES", 100)
    assert "would unpack to more than" in refusal(craft(tmp_path / "c.wtmod", {"a": b"x" * 60, "b": b"x" * 60}))
    monkeypatch.setattr(packed_modules, "MOST_FILES", 3)
    many = craft(tmp_path / "d.wtmod", {f"f{number}": b"" for number in range(4)})
    assert "holds more than 3 files" in refusal(many)
    monkeypatch.setattr(packed_modules, "LARGEST_PACKED_BYTES", 10)
    assert "is larger than" in refusal(many)


def patched(path: Path, *, central: int, local: int, form: str, value: int, entry: bytes = b"map.yaml") -> Path:
    """Overwrite a field of an entry in the zip's list of contents (at the offset `central`) and in the entry's own
    header (at `local`), and return the file. A field with a negative offset is left alone.
    """
    content = bytearray(path.read_bytes())
    at_list = content.rindex(entry) - 46
    at_entry = content.index(entry, content.index(b"PK\x03\x04", 1)) - 30
    if central >= 0:
        struct.pack_into(form, content, at_list + central, value)
    if local >= 0:
        struct.pack_into(form, content, at_entry + local, value)
    path.write_bytes(content)
    return path


def test_entries_that_lie_about_themselves_are_refused(tmp_path: Path) -> None:
    files = {"map.yaml": b"hexes: []\n" * 100}
    encrypted = patched(craft(tmp_path / "a.wtmod", files), central=8, local=6, form="<H", value=1)
    assert "'map.yaml' is encrypted" in refusal(encrypted)
    odd = patched(craft(tmp_path / "b.wtmod", files), central=10, local=8, form="<H", value=12)
    assert "is compressed in a way that modules do not use" in refusal(odd)
    smaller = patched(craft(tmp_path / "c.wtmod", files), central=24, local=22, form="<I", value=999)
    assert "is not as large as its list of contents says" in refusal(smaller)
    elsewhere = patched(craft(tmp_path / "d.wtmod", files), central=42, local=-1, form="<I", value=0)
    assert "overlaps the entry before it" in refusal(elsewhere)


def test_changed_content_is_noticed(tmp_path: Path) -> None:
    files = {"map.yaml": b"hexes: []"}
    with zipfile.ZipFile(tmp_path / "a.wtmod", "w") as archive:
        archive.writestr(MANIFEST, manifest_of(files))
        archive.writestr("map.yaml", b"hexes: {}")
    assert refusal(tmp_path / "a.wtmod") == "has been changed since the module was packed"


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (b"not json", "list of contents that cannot be read"),
        (b'{"format": 1}', "list of contents that cannot be read"),
        (b'{"format": 1, "files": [{"name": "a", "size_bytes": -1, "blake2b": "x"}]}', "cannot be read"),
        (b'{"format": 2, "files": []}', "was packed by a newer program"),
        (b'{"format": 1, "files": []}', "holds other files than its list of contents says"),
        (b"[" * 5000, "list of contents that cannot be read"),
    ],
)
def test_a_manifest_that_is_not_honest(tmp_path: Path, manifest: bytes, said: str) -> None:
    with zipfile.ZipFile(tmp_path / "a.wtmod", "w") as archive:
        archive.writestr(MANIFEST, manifest)
        archive.writestr("a", b"x")
    assert said in refusal(tmp_path / "a.wtmod")


def test_an_archive_under_another_name_is_refused_when_read(tmp_path: Path) -> None:
    inner = io.BytesIO()
    zipfile.ZipFile(inner, "w").writestr("x", "x")
    assert "is an archive" in refusal(craft(tmp_path / "a.wtmod", {"a.yaml": inner.getvalue()}))


def test_a_zip_of_another_kind_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.wtmod", "w") as archive:
        archive.writestr("buildFile.xml", "<x/>")
    assert "its first entry is not 'manifest.json'" in refusal(tmp_path / "a.wtmod")


def test_unpacking_onto_something_is_refused(folder: Path, tmp_path: Path) -> None:
    pack(folder, tmp_path / "game.wtmod")
    with pytest.raises(SourceError, match="already exists"):
        unpack(tmp_path / "game.wtmod", folder)


@pytest.mark.parametrize("name", ["manifest.json", "maps.zip"])
def test_a_folder_that_cannot_be_packed(folder: Path, tmp_path: Path, name: str) -> None:
    (folder / name).write_bytes(b"x")
    with pytest.raises(SourceError):
        pack(folder, tmp_path / "game.wtmod")
    assert not (tmp_path / "game.wtmod").exists()


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(cut=st.integers(0, 900), at=st.integers(0, 900), byte=st.integers(0, 255), whole=st.booleans())
def test_a_damaged_file_is_refused_in_a_sentence_or_gives_what_was_packed(
    tmp_path: Path, cut: int, at: int, byte: int, whole: bool
) -> None:
    path = craft(tmp_path / "a.wtmod", FILES)
    content = bytearray(path.read_bytes())
    content[at % len(content)] = byte
    path.write_bytes(content if whole else content[: cut % len(content)])
    try:
        source = PackedSource(path)
        read = {name: source.read(name) for name in source.files()}
    except SourceError:
        return
    assert read == FILES


@given(st.binary(max_size=200))
def test_any_bytes_at_all_are_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.wtmod"
    path.write_bytes(content)
    with pytest.raises(SourceError):
        PackedSource(path)
