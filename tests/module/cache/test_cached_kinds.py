"""Cached kinds depend on their sources: they are restored unchanged, and only made again if a source changed."""

from pathlib import Path

import pytest

from tabletop.module import shipped
from tabletop.module.cache.cached_kinds import pack_tray, unpack_tray
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.contents import counter_tray
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module


def test_kinds_come_back_as_they_were_and_share_what_is_equal():
    kinds = load_module(shipped.path("modules", "fire_in_the_sky")).tray
    packed = pack_tray(kinds)
    again = unpack_tray(packed)
    assert again == kinds
    traits = {id(trait) for each in again for trait in each.kind.traits}
    assert len(traits) == len(packed.traits) < sum(len(each.kind.traits) for each in again)


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return new_module("Border War", tmp_path)


@pytest.fixture
def cache(tmp_path: Path) -> ModuleCache:
    return ModuleCache(tmp_path / "cache")


def add(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that receives an entry whenever kinds are made."""
    found: list[object] = []
    make = counter_tray.read_tray
    monkeypatch.setattr(counter_tray, "read_tray", lambda *given: found.append(make(*given)) or found[-1])
    return found


@pytest.mark.parametrize("folder", ["scenarios", "map"])
def test_another_scenario_or_map_leaves_them_as_they_are(module, cache, folder, made):
    before = load_module(module, cache)
    add(next((module / folder).glob("*.yaml")), "\n# looked at again\n")
    after = load_module(module, cache)
    assert len(made) == 1
    assert after.name != before.name
    assert (after.tray, after.authored) == (before.tray, before.authored)


def test_with_other_pieces_or_pictures_they_are_made_anew(module, cache, made):
    load_module(module, cache)
    add(module / "counters" / "units.yaml", "\n# looked at again\n")
    load_module(module, cache)
    (module / "new.png").write_bytes(b"")
    add(module / "module.yaml", "\n# looked at again\n")
    load_module(module, cache)
    assert len(made) == 3


def test_damaged_they_are_made_anew(module, cache, made, monkeypatch):
    before = load_module(module, cache)
    kept = cache.get
    monkeypatch.setattr(cache, "get", lambda key: b"\x93" if key.endswith("-kinds") else kept(key))
    assert load_module(module, cache).tray == before.tray
    assert len(made) == 2
