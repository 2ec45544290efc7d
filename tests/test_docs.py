"""The pages of the documentation: each begins with its purpose, its links work, and it quotes menus correctly."""

import re
from pathlib import Path

import pytest

from tabletop.desktop.window.window_actions import ACTIONS, MENUS

ROOT = Path(__file__).parents[1]
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [*DOCS, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
ENTRIES = {(named.menu, named.words.rstrip("…")) for named in ACTIONS}
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
MENU = re.compile(rf"\*({'|'.join(MENUS)}) > ([^*]+)\*")


def named(page: Path) -> str:
    return page.name


def anchors(page: Path) -> set[str]:
    """Return the link targets of a page, as GitHub creates them."""
    headings = re.findall(r"^#+ (.*)$", CODE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*DOCS, ROOT / "CONTRIBUTING.md"], ids=named)
def test_a_page_begins_with_what_one_can_do_after_reading_it(page: Path) -> None:
    title, opening = page.read_text(encoding="utf-8").split("\n\n")[:2]
    assert title.startswith("# ")
    assert opening.startswith("After reading this page you ")


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if not link.startswith("http"):
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_menu_entries_are_those_of_the_window(page: Path) -> None:
    said = set(MENU.findall(page.read_text(encoding="utf-8")))
    assert {entry for entry in said if entry not in ENTRIES} == set()


def test_the_pages_name_menu_entries_in_this_way() -> None:
    assert MENU.findall((ROOT / "docs" / "players-guide.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    found = re.findall(r"`((?:tabletop|rules_assist|modules|tests|docs)/[\w./-]+)`", page.read_text(encoding="utf-8"))
    assert [path for path in found if not re.search("[A-Z]{2}", path) and not (ROOT / path).exists()] == []
