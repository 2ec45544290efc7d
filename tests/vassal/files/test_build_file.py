"""Build files, and extensions merged into them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.vassal.files.build_file import (
    DEEPEST,
    MODULE,
    BuildFileError,
    Component,
    configure_name,
    find,
    read_build_file,
    with_extensions,
)


def read(text: str) -> Component:
    return read_build_file(text.encode(), "buildFile.xml")


def test_components_keep_their_class_settings_text_and_order(vassal) -> None:
    root = read(
        vassal.root(
            vassal.element("module.Map", vassal.element("module.map.Zoomer"), mapName="Main & only"),
            vassal.element("widget.PieceSlot", text="  +/null/piece;;;a.png;A/null;0;0;1;0\n", entryName="A"),
            name="Small",
        )
    )
    assert (root.kind, root.get("name"), root.get("unknown", "usual")) == (MODULE, "Small", "usual")
    assert [child.kind for child in root.children] == ["VASSAL.build.module.Map", "VASSAL.build.widget.PieceSlot"]
    assert root.of("Map")[0].get("mapName") == "Main & only"
    assert root.children[1].text == "+/null/piece;;;a.png;A/null;0;0;1;0"
    assert [each.short for each in root.walk()] == ["GameModule", "Map", "Zoomer", "PieceSlot"]
    assert root.where == "buildFile.xml, line 2"


def test_the_root_of_old_modules_is_the_same_root(vassal) -> None:
    assert read(vassal.root(kind="VASSAL.launch.BasicModule")).kind == MODULE


@pytest.mark.parametrize(
    ("kind", "given", "read_as"),
    [
        ("module.PieceWindow", {"entryName": "Units"}, {"name": "Units", "text": "Units"}),
        ("module.ChartWindow", {"label": "Tables", "name": "Charts"}, {"name": "Charts", "text": "Tables"}),
        ("module.DiceButton", {"label": "2d6"}, {"name": "2d6", "text": "2d6"}),
        ("module.GlobalKeyCommand", {"text": "Go", "name": "Old"}, {"name": "Go", "buttonText": "Go"}),
        ("module.DoActionButton", {"text": "Go", "name": "Old"}, {"name": "Old", "text": "Go"}),
    ],
)
def test_settings_of_old_modules_have_their_names_of_today(
    vassal, kind: str, given: dict[str, str], read_as: dict[str, str]
) -> None:
    (made,) = read(vassal.root(vassal.element(kind, **{f"{name}_": text for name, text in given.items()}))).children
    assert {name: made.get(name) for name in read_as} == read_as


def test_classes_of_a_module_are_kept_by_name(vassal) -> None:
    assert read(vassal.root(vassal.element("PathsOfNowhere.Chatter"))).children[0].kind == "PathsOfNowhere.Chatter"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "does not hold a VASSAL module"),
        ("<VASSAL.build.GameModule>", "not well-formed XML"),
        ("<other/>", "does not hold a VASSAL module"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><VASSAL.build.GameModule/>', "document type or entities"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><VASSAL.build.GameModule/>', "document type or entities"),
        ("<VASSAL.build.GameModule>&x;</VASSAL.build.GameModule>", "not well-formed XML"),
        ('<?xml version="1.0" encoding="nowhere"?><VASSAL.build.GameModule/>', "buildFile.xml"),
    ],
)
def test_what_is_no_build_file_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BuildFileError, match=sentence) as caught:
        read(text)
    assert "buildFile.xml" in str(caught.value)
    assert str(caught.value).endswith(".")


def test_endless_nesting_is_refused() -> None:
    depth = DEEPEST + 1
    with pytest.raises(BuildFileError, match="deeper"):
        read("<VASSAL.build.GameModule>" + "<a>" * depth + "</a>" * depth + "</VASSAL.build.GameModule>")


@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail_otherwise(content: bytes) -> None:
    with pytest.raises(BuildFileError):
        read_build_file(content, "buildFile")


@given(cut=st.integers(0, 400), put=st.binary(max_size=4))
def test_a_mangled_build_file_is_read_or_refused(vassal, cut: int, put: bytes) -> None:
    whole = vassal.root(vassal.element("module.Map", vassal.slot("piece;;;a.png;A"), mapName="M")).encode()
    with suppress(BuildFileError):
        assert read_build_file(whole[:cut] + put + whole[cut + len(put) :], "buildFile.xml").kind == MODULE


class TestExtensions:
    def module(self, vassal) -> Component:
        shelves = vassal.element("module.PieceWindow", vassal.element("widget.TabWidget", entryName="A"), name="Pieces")
        shelf = vassal.element(
            "module.PieceWindow", vassal.element("widget.ListWidget", entryName="B/C"), name="Others"
        )
        return read(vassal.root(shelves, shelf, vassal.element("module.Map", mapName="Main")))

    def put(self, vassal, target: str) -> tuple[Component, list[str]]:
        inserted = vassal.element("module.ExtensionElement", vassal.slot("piece;;;x.png;X", name="X"), target=target)
        extension = read(vassal.extension_root(inserted))
        root, unplaced = with_extensions(self.module(vassal), [extension])
        return root, [each.target for each in unplaced]

    def test_plain_components_come_to_the_end_of_the_module(self, vassal) -> None:
        extension = read(vassal.extension_root(vassal.element("module.Map", mapName="More")))
        root, unplaced = with_extensions(self.module(vassal), [extension])
        assert [configure_name(child) for child in root.children] == ["Pieces", "Others", "Main", "More"]
        assert unplaced == ()

    @pytest.mark.parametrize(
        ("target", "within"),
        [
            ("", "GameModule"),
            ("VASSAL.build.module.PieceWindow:Others", "PieceWindow"),
            ("VASSAL.build.module.PieceWindow:Others/VASSAL.build.widget.ListWidget:B\\/C", "ListWidget"),
            ("VASSAL.build.module.PieceWindow/VASSAL.build.widget.ListWidget", "ListWidget"),
            ("VASSAL.build.module.PieceWindow:Renamed/VASSAL.build.widget.ListWidget:Gone", "ListWidget"),
        ],
    )
    def test_a_component_goes_where_its_path_leads(self, vassal, target: str, within: str) -> None:
        root, unplaced = self.put(vassal, target)
        assert unplaced == []
        assert [
            each.short for each in root.walk() if any(child.get("entryName") == "X" for child in each.children)
        ] == [within]

    def test_what_has_no_place_is_named(self, vassal) -> None:
        assert self.put(vassal, "VASSAL.build.module.Inventory")[1] == ["VASSAL.build.module.Inventory"]

    def test_a_path_finds_a_component(self, vassal) -> None:
        path = "VASSAL.build.module.PieceWindow:Others/VASSAL.build.widget.ListWidget:B\\/C"
        assert (found := find(self.module(vassal), path)) is not None
        assert configure_name(found) == "B/C"
        assert find(self.module(vassal), "VASSAL.build.module.Chatter") is None
