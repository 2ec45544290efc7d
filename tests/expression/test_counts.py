"""Counts of other pieces: their scope, condition and result."""

import pytest

from tabletop.expression import CountQuestion, ExpressionError, Scope, compile_expression


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("count(stack)", 3),
        ("count(stack, Class == 'CV')", 2),
        ("count(stack, Class == mine(Class))", 2),
        ("count(stack, mine(Class == 'CV'))", 3),
        ("sum(stack, Firepower)", 8),
        ("sum(stack, Firepower + mine(Step))", 14),
        ("sum(stack, Name)", 0),
        ("highest(stack, Firepower, Class == 'CV')", 4),
        ("lowest(stack, Firepower)", 1),
        ("highest(stack, Speed)", None),
        ("lowest(stack, Firepower, false)", None),
        ("first(stack, Name)", "Akagi"),
        ("first(stack, Name, Firepower > mine(Firepower))", "Kaga"),
        ("first(stack, Speed)", None),
        ("first(stack, Name, false)", None),
        # For each piece: how many have more firepower than it? Their sum is the number of pairs.
        ("sum(stack, count(stack, Firepower > mine(Firepower)))", 3),
        # The pieces that are outgunned by one of Akagi's class.
        ("count(stack, count(stack, Class == mine(mine(Class)) and Firepower > mine(Firepower)))", 2),
        ("count(stack, property('Fire' ~ 'power') == mine(Firepower))", 1),
    ],
)
def test_answers(text, value, akagi):
    assert compile_expression(text).evaluate(akagi) == value


def test_a_question_that_never_varies_is_known_beforehand(akagi):
    expression = compile_expression("count(zone('Kure'), Class == 'CV') + sum(range(0, 3), Firepower * 2)")
    ships, guns = expression.counts
    assert (ships.how, ships.scope, ships.summed, ships.range) == ("count", Scope("zone", ("Kure",)), None, None)
    assert ships.condition == compile_expression('Class == "CV"')
    assert (guns.how, guns.range, guns.summed) == ("sum", (0, 3), compile_expression("Firepower * 2"))
    assert guns.condition.is_constant
    expression.evaluate(akagi)
    assert akagi.asked == [ships, guns]


def test_a_question_that_varies_is_known_when_it_is_asked(akagi):
    expression = compile_expression("count(zone(Name), Class == mine(Class))")
    assert expression.counts == ()
    expression.evaluate(akagi)
    assert akagi.asked[0].scope == Scope("zone", ("Akagi",))


def test_questions_with_the_same_answer_are_equal(reader_of):
    expression = compile_expression("count(all, same(Flag, mine(Flag)))")

    def question(flag):
        reader = reader_of({"Flag": flag})
        expression.evaluate(reader)
        return reader.asked[0]

    assert question(1) == question(1)
    assert hash(question("a")) == hash(question("a"))
    assert question(1) != question(2)
    assert question(1) != question(True)


def test_a_condition_is_the_same_however_it_is_spelt():
    (one,) = compile_expression("count(all, Class=='CV')").counts
    (other,) = compile_expression('count( all , (Class  == "CV") )').counts
    assert one == other
    assert one.condition is other.condition


def test_scopes_that_are_worked_out_hold_texts_and_numbers(akagi):
    compile_expression("count(points(Step - 2, $Fuel left$ ~ 0)) + count(place(Hex))").evaluate(akagi)
    assert [question.scope for question in akagi.asked] == [Scope("points", (0, 70)), Scope("place", ("0412",))]
    with pytest.raises(ExpressionError, match="Name is"):
        compile_expression("count(range(0, Name))").evaluate(akagi)


def test_what_a_piece_is_worth(akagi, reader_of):
    question = CountQuestion("sum", Scope("all"), compile_expression("Firepower"), compile_expression("not Hidden"))
    assert question.worth(akagi) == 3
    assert question.worth(reader_of({"Firepower": 3, "Hidden": True})) is None
    assert question.worth(reader_of({"Firepower": "*"})) is None
    assert question.worth(reader_of({})) is None


def test_each_piece_that_is_judged_costs_work(reader_of):
    reader = reader_of({"Class": "CV"})
    question = CountQuestion("count", Scope("all"), None, compile_expression("Class == 'CV'"))
    question.worth(reader)
    assert reader.work == 3
