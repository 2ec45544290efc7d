"""The sides of a game: the player roster (format section 4.1)."""

from typing import TYPE_CHECKING, Final

from tabletop.vassal.components.module_draft import Bench, Ids
from tabletop.vassal.expressions.plain_texts import known_name, one_line
from tabletop.vassal.files.build_file import Component

if TYPE_CHECKING:
    from tabletop.module.documents.yaml_writer import Writable

_MARKS: Final = ("star", "chevron", "ring", "triangle", "diamond")
_COLOURS: Final = (
    ("#2F5D8C", "#D5E2EF"),
    ("#A63D2F", "#F1D9D5"),
    ("#4F7A3A", "#DDE9D6"),
    ("#8A6A1F", "#EFE5CD"),
    ("#6B4C86", "#E4DCEC"),
    ("#2F7D7A", "#D3E8E7"),
)
_NOBODY: Final = "Players"


def take_sides(roster: Component | None, bench: Bench) -> None:
    """Import the sides. A game without sides gets one, which all players play."""
    entries = [child for child in roster.children if child.kind == "entry"] if roster is not None else []
    if roster is not None:
        bench.judge_all(roster)
    ids = Ids()
    names = [entry.text.strip() for entry in entries] or [_NOBODY]
    sides: list[Writable] = []
    for number, name in enumerate(dict.fromkeys(names)):
        id = bench.sides[name] = ids.new(known_name(name, f"Side {number + 1}"))
        colour, soft = _COLOURS[number % len(_COLOURS)]
        mark = _MARKS[number % len(_MARKS)]
        sides.append({"id": id, "title": one_line(name, id), "mark": mark, "colour": colour, "soft": soft})
    bench.about["sides"] = sides
