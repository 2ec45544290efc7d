"""Files are cached once read, and a damaged cache does no harm."""

import os
from pathlib import Path

import pytest

import tabletop
from tabletop.module.cache.module_cache import MOST_KEPT, ModuleCache, digest_of, write_whole
from tabletop.module.source import FolderSource

CONTENT = '{"a.yaml": {"name": "Café"}}'.encode()


@pytest.fixture
def source(tmp_path: Path) -> FolderSource:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "a.yaml").write_text("a: 1")
    return FolderSource(tmp_path / "game")


def only_file(folder: Path) -> Path:
    [path] = folder.iterdir()
    return path


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    cache = ModuleCache(tmp_path / "deep" / "cache")
    assert cache.get("k") is None
    cache.put("k", CONTENT)
    assert cache.get("k") == CONTENT
    assert cache.get("other") is None


@pytest.mark.parametrize("spoil", [b"", b"x", b"{}", b"0" * 64 + b"{}"])
def test_a_damaged_cache_is_ignored_and_written_anew(tmp_path: Path, spoil: bytes) -> None:
    cache = ModuleCache(tmp_path)
    cache.put("k", CONTENT)
    only_file(tmp_path).write_bytes(spoil)
    assert cache.get("k") is None
    cache.put("k", CONTENT)
    assert cache.get("k") == CONTENT


def test_every_cut_or_changed_byte_is_noticed(tmp_path: Path) -> None:
    cache = ModuleCache(tmp_path)
    cache.put("k", CONTENT)
    whole = only_file(tmp_path).read_bytes()
    for at in range(len(whole)):
        only_file(tmp_path).write_bytes(whole[:at])
        assert cache.get("k") is None
        only_file(tmp_path).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert cache.get("k") is None


def test_a_cache_that_cannot_be_written_is_no_misfortune(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = ModuleCache(tmp_path / "file")
    cache.put("k", CONTENT)
    assert cache.get("k") is None


def test_only_the_last_few_are_kept(tmp_path: Path) -> None:
    cache = ModuleCache(tmp_path)
    for number in range(MOST_KEPT + 3):
        cache.put(f"k{number}", CONTENT)
        os.utime(next(tmp_path.glob(f"k{number}-*")), (number, number))
    cache.put("last", CONTENT)
    assert len(list(tmp_path.iterdir())) == MOST_KEPT
    assert cache.get("k0") is None
    assert cache.get("last") == CONTENT


def test_another_letter_or_name_gives_another_digest(source: FolderSource) -> None:
    digests = [digest_of(source)]
    (source.folder / "a.yaml").write_text("a: 2")
    digests.append(digest_of(source))
    (source.folder / "a.yaml").rename(source.folder / "b.yaml")
    digests.append(digest_of(source))
    assert len(set(digests)) == 3
    (source.folder / "picture.png").write_bytes(b"x")
    assert digest_of(source) == digests[-1]


def test_another_version_of_the_program_reads_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ModuleCache(tmp_path).put("k", CONTENT)
    monkeypatch.setattr(tabletop, "__version__", "99")
    assert ModuleCache(tmp_path).get("k") is None


def test_nothing_is_written_beside_a_module(source: FolderSource, tmp_path: Path) -> None:
    before = sorted(source.folder.rglob("*"))
    ModuleCache(tmp_path / "cache").put(digest_of(source), CONTENT)
    assert sorted(source.folder.rglob("*")) == before


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_whole(tmp_path / "f", b"one")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", b"two")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["f", "folder"]
    assert (tmp_path / "f").read_bytes() == b"one"
