"""A game continues with a newer version of an imported module: pieces by their slot, stacks by their pixel, decks by
their name.
"""

from pathlib import Path

from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import HolderPlace, Set
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import new_game
from tabletop.module.update.game_update import brought_along, left_behind
from tabletop.module.update.update_choices import UpdateChoices, UpdateDifferences, caught_up, to_catch_up
from tabletop.vassal.module_import import import_module

FLIP = (
    "emb2;Flip;130;A;;130;;;130;;;;1;false;0;0;front.png,back.png;,;true;Flip;;;false;;1;1;false;70,130;;;;1.0;;true",
    "1",
)


def version(vassal, number: str, strength: str, x0: int, slots: dict[str, str], folder: Path) -> Module:
    """Return an imported version of a small module, with a stack of these slots: numbers and names."""
    parts = "module.map.boardPicker."
    numbering = vassal.element(
        f"{parts}board.mapgrid.HexGridNumbering", hLeading="1", vLeading="1", hOff="1", vOff="1", stagger="true"
    )
    grid = vassal.element(f"{parts}board.HexGrid", numbering, x0=str(x0), y0="32", dx="55.4", dy="64")
    picker = vassal.element("module.map.BoardPicker", vassal.element(f"{parts}Board", grid, width="900", height="800"))
    pieces = [
        vassal.slot(FLIP, ("mark;Strength", strength), (f"piece;;;;{name}", f"null;0;0;{gpid};0"), name=name, gpid=gpid)
        for gpid, name in slots.items()
    ]
    stack = vassal.element("module.map.SetupStack", *pieces, name="Start", x="300", y="300")
    roster = vassal.element("module.PlayerRoster", "<entry>Red</entry>")
    board = vassal.element("module.Map", picker, stack, mapName="Main")
    import_module(vassal.vmod(roster, board, version=number), folder / number)
    return load_module(folder / number)


def standing(game: Game) -> dict[str, tuple[str, object, int]]:
    """Return the pieces by the keys of their kinds: their names, their strength, and the side facing up."""
    found = {}
    for piece in game.pieces.values():
        kind = game.kinds[piece.kind]
        marks = [trait.values for trait in kind.traits if isinstance(trait, MarkTrait)]
        [strength] = [values["Strength"] for values in marks if "Strength" in values]
        found[kind.key] = kind.name, strength, piece.state[side_up(kind)]
    return found


def side_up(kind: Kind) -> int:
    [slot] = compile_kind(kind).slots_of["Flip_Level"]
    return slot


def test_pieces_are_found_by_the_number_of_their_slot_and_stacks_keep_their_pixel(vassal, tmp_path: Path) -> None:
    old = version(vassal, "1.0", "3", 0, {"11": "Tank", "12": "Gun", "abc:4": "Scout"}, tmp_path)
    new = version(vassal, "2.0", "4", 110, {"abc:4": "Scouts", "11": "Tank"}, tmp_path)
    game = new_game(old, "new-game", {}, SeededChance("00", b"", 0, 0))
    tank = next(id for id in game.pieces if game.kind_of(id).name == "Tank")
    game, _ = apply(game, (Set(tank, side_up(game.kind_of(tank)), 2),))
    patch = brought_along(game, new)
    after, _ = apply(game, patch)
    assert after.module == new.name
    assert standing(game) == {"11": ("Tank", 3, 2), "12": ("Gun", 3, 1), "abc-4": ("Scout", 3, 1)}
    assert standing(after) == {"11": ("Tank", 4, 2), "12": ("Gun", 3, 1), "abc-4": ("Scouts", 4, 1)}
    [stack] = [holder for holder in after.holders.values() if holder.form == "stack"]
    [lay] = [holder for holder in game.holders.values() if holder.form == "stack"]
    assert (stack.x, stack.y) == (lay.x, lay.y)
    assert (lay.place, stack.place) == ("0606", "0406")
    assert new.components.maps["Main"].place_at(stack.x, stack.y) == "0406"
    assert [change.place for change in patch if isinstance(change, HolderPlace)] == ["0406"]
    assert left_behind(game, new).told() == "Counters that this version lacks stay as they are: Gun."


def decked(vassal, number: str, decks: dict[str, tuple[int, list[str]]], folder: Path) -> Module:
    """Return an imported version of a module with decks: the x of each, and its cards."""
    sheet = vassal.element("module.map.boardPicker.Board", name="B", width="900", height="800")
    piles = [
        vassal.element(
            "module.map.DrawPile",
            *(vassal.slot((f"piece;;;;{card}", "null;0;0;;0"), name=card, kind="widget.CardSlot") for card in cards),
            name=name, x=str(x), y="50", faceDown="Always", shuffle="Never",
        )
        for name, (x, cards) in decks.items()
    ]  # fmt: skip
    board = vassal.element("module.Map", vassal.element("module.map.BoardPicker", sheet), *piles, mapName="Main")
    import_module(vassal.vmod(board, version=number), folder / number)
    return load_module(folder / number)


def test_decks_become_as_the_newer_module_has_them_as_vassals_refresher_does(vassal, tmp_path: Path) -> None:
    old = decked(vassal, "1.0", {"Draw": (100, ["A", "B"]), "Old": (300, ["C"])}, tmp_path)
    new = decked(vassal, "2.0", {"Draw": (150, ["A", "B", "D"]), "New": (500, ["E", "F"])}, tmp_path)
    game = new_game(old, "new-game", {}, SeededChance("00", b"", 0, 0))
    assert to_catch_up(game, new) == UpdateDifferences(1, come=("New",), go=("Old",), move=("Draw",))
    after, _ = apply(game, caught_up(game, new, UpdateChoices(decks=True), SeededChance("01", b"", 0, 0)))
    lying = {
        (held.form, held.name, held.x): [after.kind_of(card).name for card in held.pieces]
        for held in after.holders.values()
        if held.map >= 0
    }
    assert lying == {
        ("deck", "Draw", 150): ["A", "B"],
        ("deck", "New", 500): ["E", "F"],
        ("stack", "", 300): ["C"],
    }
