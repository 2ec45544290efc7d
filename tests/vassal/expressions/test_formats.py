"""Texts with names in dollar signs, as templates."""

import pytest

from tabletop.expression import compile_template
from tabletop.vassal.expressions import FieldFacts, translate_format

PIECE = {"Nation": "GE", "Strength": "3", "Hex": "0412", "Blank": ""}


@pytest.mark.parametrize(
    ("text", "bare", "shown"),
    [
        ("$Nation$ $Strength$", "GE 3", "GE 3"),
        ("$Nation$$Strength$", "GE3", "GE3"),
        ("at $Hex$", "at 0412", "at 0412"),
        ("<$Blank$>", "<>", "<>"),
        ("$Missing$!", "Missing!", "!"),
        ("100$", "100", "100"),
        ("$$", "", ""),
        ("a$$b", "ab", "ab"),
        ("5\\$ for $Nation$", "5$ for GE", "5$ for GE"),
        ("plain {text}", "plain {text}", "plain {text}"),
        ("{Nation} of $Nation$", "{Nation} of GE", "{Nation} of GE"),
        ("", "", ""),
        (" 7 ", "7", "7"),
        ("007", "7", "7"),
        ('{"{" + Nation + "}"}', "{GE}", "{GE}"),
        ("{Hex}", "412", "412"),
        ("{Strength + 1}", "4", "4"),
        ('{"<b>"}', "<b>", "<b>"),
        ("$Nation", "Nation", "Nation"),
    ],
)
def test_formats(text, bare, shown, piece_of):
    for field, expected in ((FieldFacts(shown=False), bare), (FieldFacts(shown=True), shown)):
        translated = translate_format(text, field)
        assert not translated.problem
        assert compile_template(translated.ours).render(piece_of(PIECE)) == expected


def test_names_of_the_field_come_before_the_piece():
    field = FieldFacts(given=(("location", "Place"), ("Nation", "upper(Nation)")), shown=False)
    assert translate_format("$Nation$: $location$, {x}", field).ours == "{upper(Nation)}: {Place}, {{x}}"
    assert translate_format('{"at " + location}', field).ours == '{plus("at ", Place)}'


def test_a_format_that_cannot_be_taken_over_is_empty():
    translated = translate_format("{new File()}")
    assert translated.ours == ""
    assert "does not fit" in translated.problem


def test_approximations_and_what_is_read_are_told():
    translated = translate_format("$Nation$ $Main_isVisible$ $CurrentX$", FieldFacts(maps=frozenset({"Main"})))
    assert translated.reads == {"Nation", "X"}
    assert [text.partition(":")[0] for text in translated.approximations] == ["Main_isVisible"]
