"""Large piece files are split into readable parts, and stay one group of the tray."""

from pathlib import Path

import pytest

from tabletop.module.loader import load_module
from tabletop.vassal.components.pieces.piece_files import LARGEST, parted
from tabletop.vassal.module_import import import_module


def sizes(pieces: list[str], most: int) -> list[int]:
    return [len(part["pieces"]) for part in parted({"group": "Units", "pieces": list(pieces)}, most)]


@pytest.mark.parametrize(
    ("lengths", "parts"),
    [
        ([], [0]),
        ([10], [1]),
        ([40, 40], [2]),
        ([40, 40, 40], [2, 1]),
        ([500, 10, 10, 500], [1, 2, 1]),  # a piece that is too large by itself has a part of its own
    ],
)
def test_a_part_holds_as_much_as_it_may(lengths: list[int], parts: list[int]) -> None:
    assert sizes(["x" * length for length in lengths], most=100) == parts


def test_each_part_says_what_the_whole_said_and_patterns_keep_their_names() -> None:
    whole = {"group": "Prototypes", "patterns": {"a": "x" * 60, "b": "x" * 60}}
    assert list(parted(whole, 100)) == [
        {"group": "Prototypes", "patterns": {"a": "x" * 60}},
        {"group": "Prototypes", "patterns": {"b": "x" * 60}},
    ]


def test_a_palette_larger_than_any_file_may_be_is_one_group_of_the_tray(vassal, tmp_path: Path) -> None:
    long = "own;" + " ".join(map(str, range(LARGEST // 8)))
    names = [f"Unit {number}" for number in range(3)]
    slots = [vassal.slot(long, (f"piece;;;;{name}", "null;0;0;;0"), name=name) for name in names]
    import_module(vassal.vmod(vassal.element("module.PieceWindow", *slots, name="Units")), tmp_path / "out")
    assert len(list((tmp_path / "out" / "pieces").iterdir())) == 3
    tray = load_module(tmp_path / "out").tray
    assert [(each.group, each.offered, each.kind.name) for each in tray] == [("Units", True, name) for name in names]
