"""Inventories: their pieces, groups, order and style."""

from pathlib import Path

from tabletop.game.appearance.piece_display import viewed
from tabletop.game.properties.stock_lists import Inventory, stock
from tabletop.module.schema.structs import as_struct
from tests.vassal.components.playing import Table


def test_an_inventory_lists_pieces_by_their_properties(vassal, tmp_path: Path) -> None:
    def unit(name: str, nation: str, steps: str) -> str:
        traits = ("mark;Nation", nation), ("mark;Steps", steps)
        return vassal.slot(*traits, (f"piece;;;;{name}", "null;0;0;;0"), name=name, gpid=name)

    units = [unit("Tank", "GE", "2"), unit("Gun", "GE", "1"), unit("Boat", "UK", "many"), unit("Sign", "", "0")]
    stack = vassal.element("module.map.SetupStack", *units, name="S", x="50", y="50", owningBoard="B")
    inventory = vassal.element(
        "module.Inventory", name="Forces", text="Forces", include='{Nation != ""}', groupBy="Nation",
        nonLeafFormat="$PropertyValue$: $sum_Steps$ steps", leafFormat="$PieceName$", sides="Red",
        forwardKeystroke="false",
    )  # fmt: skip
    table = Table(vassal, tmp_path, inventory, on_map=(stack,))
    [record] = table.module.about.inventories
    found = stock(viewed(table.game, table.module.components, "me"), as_struct(record, Inventory))
    listed = [(group.heading, group.size, [one.words for one in group.pieces]) for group in found.groups]
    assert listed == [("GE: 3 steps", 2, ["Gun", "Tank"]), ("UK: 1 steps", 1, ["Boat"])]
    assert record.sides == ("Red",)
    assert [(button.title, button.shows) for button in table.module.about.buttons] == [("Forces", "Forces")]
    assert table.fate("Inventory") == ("exact", "")


def test_an_inventory_groups_sorts_and_calls_as_in_vassal(vassal, tmp_path: Path) -> None:
    def unit(name: str, **marks: str) -> str:
        traits = [(f"mark;{name}", value) for name, value in marks.items()]
        return vassal.slot(*traits, (f"piece;;;;{name}", "null;0;0;;0"), name=name, gpid=name)

    units = [
        unit("Gun 10", Nation="UK", Arm="heavy", Men="3"),
        unit("Gun 9", Nation="UK", Men="many"),
        unit("Scout", Arm="light"),
        unit("Gun -2", Nation="GE", Arm="heavy"),
    ]
    stack = vassal.element("module.map.SetupStack", *units, name="S", x="50", y="50", owningBoard="B")

    def listed(**settings: str) -> list:
        inventory = vassal.element("module.Inventory", name="Forces", text="Forces", groupBy="Nation,Arm", **settings)
        table = Table(vassal, tmp_path / str(len(settings)), inventory, on_map=(stack,))
        [record] = table.module.about.inventories
        found = stock(viewed(table.game, table.module.components, "me"), as_struct(record, Inventory))
        return [
            (group.heading, *[(one.heading, one.size) for one in group.groups], *[one.words for one in group.pieces])
            for group in found.groups
        ]

    # a piece without the property is in no group for it; a heading reads the first of its pieces
    assert listed(nonLeafFormat="$PropertyValue$ by $BasicName$", sorting="numeric", sortPieces="true") == [
        ("light by Scout", "Scout"),
        ("GE by Gun -2", ("heavy by Gun -2", 1)),
        ("UK by Gun 9", ("heavy by Gun 10", 1), "Gun 9"),
    ]
    assert listed(sortPieces="false", leafFormat="$sum_Men$$PropertyValue$!") == [
        ("UK", ("heavy", 1), "many!"),
        ("light", "!"),
        ("GE", ("heavy", 1)),
    ]
    assert listed(sorting="length")[0][0] == "GE"


def test_the_pictures_of_an_inventory_have_the_module_s_sizes(vassal, tmp_path: Path) -> None:
    inventories = [
        vassal.element("module.Inventory", name=name, text=name, **settings)
        for name, settings in (
            ("A", {}),
            ("B", {"pieceZoom": ".5", "pieceZoom2": "1.0", "zoomOn": "true", "showMenu": "false"}),
            ("C", {"pieceZoom": "1e308"}),
        )
    ]
    table = Table(vassal, tmp_path, *inventories)
    assert [(one.sizes, one.menus) for one in table.module.about.inventories] == [
        ((25,), True),
        ((50, 100, 40), False),
        ((400,), True),
    ]
    assert table.fate("Inventory") == ("exact", "")


def test_the_button_of_an_inventory_may_leave_it_open(vassal, tmp_path: Path) -> None:
    functions = {"Old": {}, "Shut": {"launchFunction": "functionHide"}, "Open": {"launchFunction": "functionRefresh"}}
    parts = (vassal.element("module.Inventory", name=name, **how) for name, how in functions.items())
    table = Table(vassal, tmp_path, *parts)
    stays = {one.title: one.stays for one in table.module.about.inventories}
    assert stays == {"Old": False, "Shut": False, "Open": True}
    assert table.fate("Inventory") == ("exact", "")


def test_an_inventory_may_be_called_as_a_map_even_by_a_long_name(vassal, tmp_path: Path) -> None:
    parts = (vassal.element("module.Inventory", name=name) for name in ("Map", "L" * 200))
    long = vassal.element("module.Map", vassal.element("module.map.BoardPicker"), mapName="L" * 200)
    table = Table(vassal, tmp_path, long, *parts)
    assert [one.title for one in table.module.about.inventories] == ["Map (list)", f"{'L' * 113} (list)"]
