"""Live counts: after any change, the stored count equals a new count."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop.expression import Expression, ExpressionError, Reader, Value, compile_expression
from tabletop.game.actions.action import Action
from tabletop.game.actions.landing import land
from tabletop.game.change.patch import PieceSight, Property, Recast
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.kind import Kind
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty
from tabletop.game.traits.trait_base import Change
from tests.game.traits.playing import Playing, Rigged

SHIP = Kind(
    "ship",
    "Ship",
    "axis",
    (
        OwnProperty("Hits", 0, changes=(Change(key="k", add="1"),)),
        OwnProperty("Speed", 3),
        MarkTrait({"Class": "CV"}),
        ComputedProperty("Left", "5 - Hits"),
        ComputedProperty("Crowded", "StackSize > 2"),
        ComputedProperty("Lonely", "count(place) < 2"),
        ComputedProperty("Wet", 'Weather == "rain"'),
    ),
)
OTHER = Kind("other", "Other", "allies", (MarkTrait({"Class": "DD", "Hits": 2}),))
QUESTIONS = [
    "count(map)",
    "count(map, Hits > 1)",
    'sum(map, Left, Class == "CV")',
    "highest(all, Hits)",
    "lowest(zone, Left)",
    'count(zone("North"), Hits == 0)',
    "count(place, Speed > 2)",
    'count(place("B2"))',
    "sum(all, Hits, Crowded)",
    "count(all, Lonely)",
    "count(all, Wet)",
    "count(all, StackIndex == 1 and Hits < mine(Speed))",
    "count(stack, Hits == mine(Hits))",
    "count(all, count(place) > 1)",
    "count(all, count(place) > Hits and Lonely)",
    'sum(map, property("Hi" ~ "ts"))',
    "count(all, Lonely and Place == mine(Place))",
    "count(all, Hits / Speed > 0)",
    "count(all, Hits == mine(Hits))",
    "sum(all, Hits, Speed > 1 and Place == mine(Place))",
    "count(map, same(Class, mine(Class)) and Left == mine(Left) and Crowded)",
    "highest(zone, Speed, mine(Hits) == Hits)",
    "count(all, Crowded == mine(Crowded))",
    "count(all, Class == mine(Class) and 6 / Speed > 1)",
    'count(range(0, 2), Class == "CV")',
    "count(points(0, 150))",
    "count(square(0, 150))",
    'count(holder("pool"))',
]
PLACES = ("A1", "B2", "C9")
WRITES = st.tuples(
    st.sampled_from(["hits", "speed", "move", "weather", "hide", "drop", "copy", "recast", "deck"]),
    st.integers(0, 9),
    st.integers(0, 4),
)


@settings(deadline=None)  # the first expression of all loads the parser
@example([(("move", 1, 0), 11), (("hide", 1, 0), 11)], "allies")
@given(
    st.lists(st.tuples(WRITES, st.integers(0, len(QUESTIONS) - 1)), max_size=25), st.sampled_from(["both", "allies"])
)
def test_a_live_count_is_the_count_made_anew(steps: list[tuple[tuple[str, int, int], int]], seat: str) -> None:
    play = Playing(SHIP, OTHER)
    pool = play.deck("pool", look=1)
    for number, place in enumerate((*PLACES, "B2", "B2")):
        play.piece(OTHER if number == 3 else SHIP, place, apart=False)
    action = Action(play.game, play.components, seat, Rigged())
    for (what, which, amount), question in steps:
        pieces = action.draft.piece_ids()
        if pieces:
            write(action, what, pieces[which % len(pieces)], amount, pool)
        for piece in action.draft.piece_ids()[:3]:
            expression = compile_expression(QUESTIONS[question])
            anew = PropertyReader(action.draft, play.components, action.sides)
            one_by_one = PropertyReader(action.draft, play.components, action.sides)
            one_by_one.counts._live_for = lambda _question: None
            readers = (action.reader(piece), anew.reader(piece), one_by_one.reader(piece))
            assert len({value_of(expression, reader) for reader in readers}) == 1


def value_of(expression: Expression, reader: Reader) -> Value:
    try:
        return expression.evaluate(reader)
    except ExpressionError as error:
        return str(error)


def write(action: Action, what: str, piece: int, amount: int, pool: int) -> None:
    lying = action.draft.piece(piece)
    match what:
        case "hits" | "speed":
            action.set_piece_property(piece, what.title(), amount)
        case "move":
            x, y = action.components.maps["Theatre"].point_of(PLACES[amount % 3]) or (0, 0)
            land(action, [piece], 0, x, y)
        case "deck":
            action.pieces.put([piece], pool)
        case "weather":
            action.change(Property("Weather", ("rain", "fair")[amount % 2]))
        case "hide":
            action.change(PieceSight(piece, 1, amount % 3))
        case "drop":
            action.pieces.drop([piece])
        case "copy":
            action.pieces.copy(piece)
        case "recast" if lying is not None:
            ids = list(action.game.kinds)
            kind = action.table.kind(ids[amount % len(ids)])
            if kind is not None:
                action.change(Recast(piece, ids[amount % len(ids)], kind.slots))


def test_a_square_reaches_its_corners_on_a_map_with_cells() -> None:
    play = Playing()
    piece = play.piece(
        [ComputedProperty("Round", "count(points(1, 100))"), ComputedProperty("Square", "count(square(1, 100))")], "B2"
    )
    play.piece([], "C3")
    assert (play.read(piece, "Round"), play.read(piece, "Square")) == (0, 1)


def test_the_first_piece_of_a_place_is_the_lowest() -> None:
    """The numbers of pieces differ in each view, so they do not decide which is the first."""
    play = Playing(SHIP, OTHER)
    ship, other = (play.piece(kind, place) for kind, place in ((SHIP, "A1"), (OTHER, "B2")))
    action = Action(play.game, play.components, "both", Rigged())
    x, y = action.components.maps["Theatre"].point_of("B2") or (0, 0)
    first = compile_expression("first(place, Class)")
    land(action, [ship], 0, x, y)
    assert [first.evaluate(action.reader(piece)) for piece in (ship, other)] == ["DD", "DD"]
