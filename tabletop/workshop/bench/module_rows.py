"""Measurements of modules: a megabyte of YAML is read and checked, and then read from the cache."""

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.workshop.bench.measurement import RUNS, Measurement, cpu_s

YAML_BYTES: Final = 1024 * 1024

_PIECE: Final = """\
- id: unit_{number}
  name: Unit {number} of the bench
  side: {side}
  count: 2
  like: [infantry]
  values: {{class: CV, attack: {number}, range: 3, {spare}}}
  traits:
  - trait: layer
    name: Fuel
    levels: [{{name: full}}, {{name: half}}, {{name: dry}}]
    up: {{key: ctrl U, menu: Use fuel}}
  - {{trait: property, name: Hits, start: 0, number: yes, changes: [{{key: ctrl J, menu: Hit, add: "1"}}]}}
  - {{trait: report, keys: [ctrl J], text: "{{Name}} was hit and has {{Hits}} hits"}}
"""


def _module(folder: Path) -> Path:
    """Make a module with a megabyte of pieces within a folder; return the module's own folder."""
    made = new_module("Bench", folder)
    pieces, size, number = ["group: Bench", "pieces:"], 0, 0
    while size < YAML_BYTES:
        spare = ", ".join(f"p{n}: {n * number}" for n in range(6))
        side = ("Red", "Blue")[number % 2]
        pieces.append(_PIECE.format(number=number, side=side, spare=spare))
        size, number = size + len(pieces[-1]), number + 1
    (made / "counters" / "bench.yaml").write_text("\n".join(pieces), encoding="utf-8")
    about = made / "module.yaml"
    text = about.read_text(encoding="utf-8")
    about.write_text(text.replace("counters/units.yaml", "counters/units.yaml, counters/bench.yaml"), encoding="utf-8")
    return made


def _whole() -> Iterable[float]:
    with tempfile.TemporaryDirectory() as folder:
        module = _module(Path(folder))
        for _ in range(RUNS):
            yield cpu_s(lambda: load_module(module))


def _from_cache() -> Iterable[float]:
    with tempfile.TemporaryDirectory() as folder:
        module = _module(Path(folder))
        cache = ModuleCache(Path(folder) / "cache")
        load_module(module, cache)
        for _ in range(RUNS):
            yield cpu_s(lambda: load_module(module, cache))


MEASUREMENTS: Final = (
    Measurement("module.read", "a megabyte of module YAML to checked values", "s", "CPU", 1.5, _whole),
    Measurement("module.cache", "the same from its cache", "s", "CPU", 0.2, _from_cache),
)
