"""Old property matches, and conditions in braces: the facts of VASSAL's own tests, and cases beyond them."""

import pytest

from tabletop.expression import compile_expression, is_true
from tabletop.vassal.expressions import FieldFacts, translate_match

USUAL = FieldFacts()

PIECE = {
    "whole": "8",
    "larger": "12",
    "below": "-3",
    "point": ".8",
    "fraction": "3.5",
    "yes": "true",
    "no": "false",
    "word": "abc",
    "blank": "",
    "hex": "0412",
    "my name": "a b",
    "smaller": ".12",
    "short": "ab",
}


def holds(text: str, piece, field: FieldFacts = USUAL) -> bool:
    translated = translate_match(text, field)
    assert not translated.problem
    value = compile_expression(translated.ours).evaluate(piece)
    assert isinstance(value, bool)
    return is_true(value)


# For each property and value: whether = < > <= >= hold. != is the opposite of =.
FACTS = [
    # whole numbers
    ("whole", "8", "= <= >="),
    ("whole", "9", "< <="),
    ("whole", "7", "> >="),
    ("whole", "12", "< <="),
    ("larger", "8", "> >="),
    ("below", "8", "< <="),
    ("below", "-4", "> >="),
    ("whole", "08", "<= >="),
    ("hex", "412", "<= >="),
    ("hex", "0412", "= <= >="),
    ("yes", "8", "> >="),
    ("whole", "true", "< <="),
    # decimals are texts
    ("smaller", ".8", "< <="),
    ("missing", ".8", "> >="),
    ("point", "", "> >="),
    ("word", ".8", "> >="),
    ("point", "abc", "< <="),
    ("yes", ".8", "> >="),
    ("point", "true", "< <="),
    ("whole", "8.", "< <="),
    ("whole", "+8", "<= >="),
    ("whole", "8e0", "< <="),
    ("point", ".8", "= <= >="),
    ("point", ".12", "> >="),
    ("point", ".9", "< <="),
    ("fraction", "12.5", "> >="),
    ("fraction", "3.50", "< <="),
    ("whole", "8.0", "< <="),
    # true and false
    ("yes", "true", "= <= >="),
    ("yes", "false", "> >="),
    ("no", "true", "< <="),
    ("no", "false", "= <= >="),
    ("yes", "", "> >="),
    ("no", "", "> >="),
    ("missing", "false", "> >="),
    ("short", "true", "< <="),
    # texts
    ("short", "a", "> >="),
    ("short", "ac", "< <="),
    ("short", "abc", "< <="),
    ("short", "", "> >="),
    ("missing", "ab", "> >="),
    ("word", "ab", "> >="),
    ("word", "abc", "= <= >="),
    ("word", "abd", "< <="),
    ("word", "ABC", "> >="),
    ("word", "8", "> >="),
    ("whole", "abc", "< <="),
    ("my name", "a b", "= <= >="),
    # blank, and not there at all
    ("blank", "", "= <= >="),
    ("blank", "8", "< <="),
    ("blank", "0", "< <="),
    ("whole", "", "> >="),
    ("missing", "", "> >="),
    ("missing", "8", "> >="),
    ("missing", "abc", "> >="),
    ("missing", "zzz", "< <="),
    ("missing", "null", "= <= >="),
    ("missing", "true", "< <="),
]


@pytest.mark.parametrize(("name", "value", "true"), FACTS)
@pytest.mark.parametrize("operator", ["=", "<", ">", "<=", ">="])
def test_comparing(name, value, true, operator, piece_of):
    piece = piece_of(PIECE)
    assert holds(f"{name} {operator} {value}", piece) == (operator in true.split())
    assert holds(f"{name}{operator}{value}", piece) == (operator in true.split())


@pytest.mark.parametrize(("name", "value", "true"), FACTS)
def test_unequal_is_the_opposite_of_equal(name, value, true, piece_of):
    assert holds(f"{name} != {value}", piece_of(PIECE)) == ("=" not in true.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("word =~ abc", True),
        ("word =~ ab", False),
        ("word =~ a.*", True),
        ("word =~ x|abc|z", True),
        ("word !~ a.*", False),
        ("word !~ b.*", True),
        ("whole =~ [0-9]+", True),
        ("blank =~ .*", True),
        ("missing =~ null", True),
        ("missing =~ .+", True),
        # parts, without brackets
        ("word = abc && whole = 8", True),
        ("word = abc && whole = 9", False),
        ("word = x || whole = 8", True),
        ("word = x && whole = 8 || yes = true", True),
        ("word = abc || word = x && whole = 9", True),
        # a text that is no comparison always holds
        ("", True),
        ("   ", True),
        ("word", True),
        ("word && whole = 9", False),
        ("|| word = x", True),
        # the first operator in VASSAL's order divides
        ("word != abc = x", True),
        ("whole = 8 = 9", True),
        # with values of the piece itself
        ("word = $word$", True),
        ("whole = $larger$", False),
        ("whole < $larger$", True),
        ("$which$ = 8", True),
        # a name that is not there reads as itself between dollar signs
        ("word = $abc$", True),
        ("whole = $nope$", False),
        ("{whole == $whole$ && nope == $nope$}", True),
        ("word =~ $abc$|x", True),
        ("word =~ abc$", True),
        ("word = 1\\$$abc$", False),
        # in braces
        ('{word == "abc"}', True),
        ("{whole > 5}", True),
        ("{yes}", True),
        ("{no}", False),
        ("{!no}", True),
        ("{!missing}", False),
        ("{missing}", False),
        ("{whole}", False),
        ("{whole + 1 == 9}", True),
        ("{whole == $whole$}", True),
        ('{word == "$word$"}', False),
        ("{}", False),
        # values of the piece within what is counted
        ('{Count("{word == \\"$word$\\"}") == 2}', True),
        ('{Count("{whole > $whole$}") == 1 && word == $word$}', True),
        ('{Count("{word == \\"$abc$\\"}") == 2}', True),
        ('{Count("{whole == $nope$}") == 1}', True),
    ],
)
def test_conditions(text, expected, piece_of):
    others = [{"word": "abc", "whole": "9"}, {"word": "abc"}, {"word": "x", "whole": "1"}]
    assert holds(text, piece_of(PIECE | {"which": "whole"}, others)) == expected


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("Nation = $Nation$", 'same(Nation, mine(either(Nation, "Nation")))'),
        ('{Nation == "$Nation$"}', 'same(plain(Nation), mine(either(Nation, "Nation")))'),
        ("{CurrentX == $CurrentX$}", "X == mine(X)"),
        (
            '{Count("{Nation == \\"$Nation$\\"}") > 1}',
            'count(all, same(plain(Nation), mine(mine(either(Nation, "Nation"))))) > 1',
        ),
        (
            '{LocationName == "RB_$Nation$" && !Done}',
            'same(plain(Location), "RB_" ~ mine(either(Nation, "Nation"))) and Done == "false"',
        ),
        ("CurrentZone = West && Strength > 3", 'same(Zone, "West") and order(either(Strength, "null"), "3") > 0'),
    ],
)
def test_of_other_pieces_dollar_signs_mean_the_piece_that_acts(text, ours):
    assert translate_match(text, FieldFacts(of_others=True)).ours == ours
    compile_expression(f"count(all, {ours})")


@pytest.mark.parametrize("text", ["{1 +}", "word =~ (", "{new x()}"])
def test_what_cannot_be_taken_over_never_holds(text, piece_of):
    translated = translate_match(text)
    assert (translated.ours, translated.original) == ("false", text)
    assert translated.problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{missing || whole == 8}", False),
        ("{whole == 8 || missing}", True),
        ("{whole == 9 || missing}", False),
        ("{no || yes}", True),
        ("{yes && missing}", False),
        ("{missing && yes}", False),
        ("{!(missing && yes)}", False),
        ("{!(no && missing)}", True),
        ("{!(word)}", False),
        ("{missing ? true : true}", False),
        ("{word - 1 < 5}", False),
        ("{!(word - 1 < 5)}", False),
        ("{8 / (whole - 8) > 1 || yes}", False),
        ("{true != -word}", False),
        ("{yes || 8 / (whole - 8) > 1}", True),
    ],
)
def test_what_vassal_tells_of_as_an_error_counts_for_no(text, expected, piece_of):
    ours = translate_match(text)
    assert not ours.problem
    assert compile_expression(ours.ours).test(piece_of(PIECE, is_forgiving=True)) == expected
