"""Counts, sums and distances: the pieces that they count, and conditions composed at run time."""

import pytest

from tabletop.expression import compile_expression
from tabletop.vassal.expressions import FieldFacts, translate_expression, translate_format

ARMY = [
    {"Nation": "GE", "Strength": "3", "Note": ""},
    {"Nation": "GE", "Strength": "4", "Lost": "true"},
    {"Nation": "AH", "Strength": "2", "Note": "x"},
    {"Nation": "5", "Strength": "strong", "LocationName": "GE"},
]


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ('SumStack("Strength")', 9),
        ('SumStack("Missing")', 0),
        ("CountStack()", 4),
        ('CountStack("Note")', 1),
        ('CountStack("{Strength > 2}")', 3),
        ('SumStack("Strength", "{Nation == \\"GE\\"}")', 7),
        ('Count("{Nation==\\"GE\\" && Strength > 3}")', 1),
        ('Count("Nation = GE && Strength > 3")', 1),
        ('Count("")', 4),
        ('Count("{Lost}")', 1),
        ('Count("{!Lost}")', 0),
        ('Sum("Strength", "{Strength < 4}")', 5),
        ('Count("{Nation == \\"$Nation$\\"}")', 2),
        ('Count("{Nation == \\"" + Nation + "\\"}")', 2),
        ('Count("{Strength == " + Strength + "}")', 1),
        ('Count("{Strength == $Strength$}")', 1),
        ('Count("{" + Which + " == 4}")', 1),
        ('Count("{$Which$ < 4}")', 2),
        ('Count("{Stre" + "ngth < 4}")', 2),
        ('Count("{" + Part + "ngth < 4}")', 2),
        ('Count("{Nation =~ \\".*$Letter$\\"}")', 2),
        ('Count("Nation = $Nation$")', 2),
        ('CountStack() > 3 ? CountStack("Note") : 0', 1),
        ('Count("{Strength >= 3}") - Count("{Strength >= 4}")', 1),
        ('Sum(Which, "{Nation != \\"AH\\"}")', 7),
    ],
)
def test_counts(text, gives, piece_of):
    asking = piece_of({"Nation": "GE", "Strength": "4", "Which": "Strength", "Part": "Stre", "Letter": "E"}, ARMY)
    translated = translate_expression(f"{{{text}}}")
    assert not translated.problem
    assert compile_expression(translated.ours).evaluate(asking) == gives


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('SumLocation("p")', "sum(map, p, same(Location, mine(Location)))"),
        ('SumLocation("p", "{q > 1}")', "sum(map, p, same(Location, mine(Location)) and q > 1)"),
        ('SumLocation("p", "Kiel", "Main")', 'sum(map("Main"), p, same(Location, "Kiel"))'),
        ('SumLocation("p", here, "Main", "{q > 1}")', 'sum(map("Main"), p, same(Location, mine(here)) and q > 1)'),
        ("CountLocation()", "count(map, same(Location, mine(Location)))"),
        ('CountLocation("p", "{q > 1}")', 'count(map, same(Location, mine(Location)) and q > 1 and not same(p, ""))'),
        ('CountLocation("Kiel", "Main")', 'count(map("Main"), same(Location, "Kiel"))'),
        ('CountLocation("Kiel", "Main", "p")', 'count(map("Main"), same(Location, "Kiel") and not same(p, ""))'),
        (
            'CountLocation("Kiel", "Main", "p", "{q > 1}")',
            'count(map("Main"), same(Location, "Kiel") and q > 1 and not same(p, ""))',
        ),
        ("CountZone()", "count(zone)"),
        ('SumZone("p", "West", "Main")', 'sum(zone("West", "Main"), p)'),
        ("CountMap()", "count(map)"),
        ('CountMap("{q > 1}")', "count(map, q > 1)"),
        ('CountMap("Main", "p")', 'count(map("Main"), not same(p, ""))'),
        ('CountMap("", "p", "{q > 1}")', 'count(map, q > 1 and not same(p, ""))'),
        ('SumMap("p", "Main")', 'sum(map("Main"), p)'),
        ('SumMap("p", "{q > 1}")', "sum(map, p, q > 1)"),
        ('SumMap("p", "Main", "{q > 1}")', 'sum(map("Main"), p, q > 1)'),
        ('Count("{q > 1}", "Main")', 'count(map("Main"), q > 1)'),
        ('Sum("p", "{q > 1}")', "sum(all, p, q > 1)"),
        ('SumAttach("crew", "p")', 'sum(attached("crew"), p)'),
        ('CountAttach("crew")', 'count(attached("crew"))'),
        ('MaxAttach("crew", "p")', 'number(highest(attached("crew"), number(p, 0)), 0)'),
        ('GetAttachProperty("crew", "CurrentX", 2)', 'plain_whole(property("X", attached("crew", 2)))'),
        (
            'GetAttachProperty("crew", "CurrentX", "{q > Rank}")',
            'plain_whole(first(attached("crew"), X, q > Rank))',
        ),
        (
            'GetAttachProperty("crew", "p", "{q == \\"$Rank$\\"}")',
            'plain_whole(first(attached("crew"), p, same(plain(q), mine(either(Rank, "Rank")))))',
        ),
        (
            'GetAttachProperty(Rank + "s", "p", "Gun")',
            'plain_whole(first(attached(plus(Rank, "s")), p, same(BasicName, "Gun")))',
        ),
        (
            'GetAttachProperty("crew", "p", Rank)',
            'plain_whole(if(known(number(Rank, nothing)), property("p", attached("crew", Rank)),'
            ' first(attached("crew"), p, same(BasicName, mine(Rank)))))',
        ),
        ('GetZoneProperty("p", "West")', 'plain_whole(property("p", zone("West")))'),
        ('GetMapProperty("p", "Main")', 'plain_whole(property("p", map("Main")))'),
        ('GetMapProperty("Side", "Main")', 'plain_whole(property("Side_", map("Main")))'),
        (
            "CurrentMatProp3 + CurrentMatOffsetX",
            'plus(either(property("CurrentMatProp3", mat), CurrentMatProp3), MatOffsetX)',
        ),
        ("Range(3, 4)", "distance(point(3, 4))"),
        ("RangePx(1, 2, 3, 4)", "distance_in_points(point(3, 4), point(1, 2))"),
        ('Range("crew")', 'distance(attached("crew"))'),
        ("CountRange(0, 3)", "count(range(0, 3))"),
        ('CountRangePx(0, 300, "{StackPos == 1}")', "count(square(0, 300), StackIndex == 1)"),
        ('SumRange(1, 2, "p", "{q > 1}")', "sum(range(1, 2), p, q > 1)"),
        ('SumMat("p")', "sum(mat, p)"),
    ],
)
def test_where_counts_look(text, ours):
    assert translate_expression(f"{{{text}}}").ours == ours
    compile_expression(ours)


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('CountMap("Main")', 'count(map("Main"))'),
        ('CountMap("q")', 'count(map, not same(q, ""))'),
        ('CountMap("Main", "{q > 1}")', 'count(map("Main"), q > 1)'),
        ('CountMap("q", "{q > 1}")', 'count(map, q > 1 and not same(q, ""))'),
        ('CountMap("Main", "q")', 'count(map("Main"), not same(q, ""))'),
        ('CountMap("Main", "q", "{q > 1}")', 'count(map("Main"), q > 1 and not same(q, ""))'),
    ],
)
def test_a_name_may_be_that_of_a_map_or_of_a_property(text, ours):
    assert translate_expression(f"{{{text}}}", FieldFacts(maps=frozenset(("Main",)))).ours == ours


@pytest.mark.parametrize(
    ("text", "looks_at"),
    [
        ("{Strength > 2}", "itself"),
        ('{GetZoneProperty("p")}', "itself"),
        ("{CountStack()}", "near"),
        ('{GetAttachProperty("crew", "p")}', "near"),
        ('{SumMat("p")}', "near"),
        ('{Strength > 2 ? Count("{Nation == 1}") : 0}', "table"),
        ('{SumRange(0, 2, "p")}', "table"),
        ('{CountStack() + Count("{x == 1}")}', "table"),
    ],
)
def test_what_looks_at_pieces_that_its_side_may_not_see(text, looks_at):
    assert translate_expression(text).looks_at == looks_at
    assert translate_format(text).looks_at == looks_at
