"""A module's documents for players: pages and web addresses."""

from pathlib import Path

import pytest

from tests.vassal.components.playing import Table


@pytest.mark.parametrize(
    ("address", "grade", "page"),
    [
        ("https://example.org/rules", "exact", "pages/rules.html"),
        (" https://example.org/rules ", "exact", "pages/rules.html"),
        ('{"https://example.org/" + Scenario}', "inactive", ""),  # VASSAL works it out when it is opened
    ],
)
def test_an_address_is_a_page_with_a_link(vassal, tmp_path: Path, address: str, grade: str, page: str) -> None:
    help_ = vassal.element("module.documentation.BrowserHelpFile", title="<html><i>Rules", startingPage=address)
    table = Table(vassal, tmp_path, vassal.element("module.Documentation", help_))
    pages = {each.title: each.file for each in table.module.about.pages}
    assert (table.fate("BrowserHelpFile")[0], pages.get("Rules", "")) == (grade, page)
    if page:
        assert 'href="https://example.org/rules"' in (tmp_path / "out" / page).read_text()


@pytest.mark.parametrize(
    ("file", "reason"),
    [("", "it names no file"), ("rules.docx", "files of this kind are not shown"), ("a.html", "its file is missing")],
)
def test_a_file_that_cannot_be_shown_is_told_of(vassal, tmp_path: Path, file: str, reason: str) -> None:
    help_ = vassal.element("module.documentation.HelpFile", title="*****", fileName=file, fileType="archive")
    table = Table(vassal, tmp_path, vassal.element("module.Documentation", help_))
    assert table.fate("HelpFile") == ("inactive", reason)
