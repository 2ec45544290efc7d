"""The training game of air combat (9.7.14) as a procedure: secrets, questions, orders, forecasts, and whole games."""

import json
from itertools import islice
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.flight_page import UNKNOWN, MotionStep
from tabletop.game.change.outcome import Done, Refused
from tabletop.game.commands import Answer
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tests.modules.cartwheel.training_table import PLACES, PLANS, TrainingTable, new_table


@pytest.fixture(scope="session")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "cartwheel")))


@pytest.fixture
def table(book: RuleBook) -> TrainingTable:
    return new_table(book)


def markers(table: TrainingTable, side: str) -> dict[str, tuple[int, int]]:
    """Return the number and altitude of each flight as a side sees them."""
    return {flight.id: (flight.number, flight.altitude) for flight in table.page(side).flights}


def test_each_side_plans_in_secret(table: TrainingTable) -> None:
    assert [one.by for one in table.asked()] == ["JP", "AL"]
    assert [plan.flight for plan in table.page("AL").plans] == ["P-38 a", "P-38 b"]
    table.answer(PLANS["AL"], "AL")
    assert "P-38 a 1 L" not in str(table.battle("JP"))
    table.answer(PLANS["JP"], "JP")
    hidden = (0, UNKNOWN)
    assert markers(table, "JP") == {
        "G4M": (1, 0),
        "A6M a": (2, 0),
        "A6M b": (3, 1),
        "P-38 a": hidden,
        "P-38 b": hidden,
    }
    assert markers(table, "AL") == dict.fromkeys(("G4M", "A6M a", "A6M b"), hidden) | {
        "P-38 a": (1, 0),
        "P-38 b": (2, 1),
    }


@pytest.mark.parametrize(
    ("plan", "because"),
    [
        (["G4M 1 L", "A6M a 1 L", "A6M b 3 M"], "Two flights have the number 1"),
        (["G4M 3 L", "A6M a 2 L", "A6M b 1 M"], "Late flights need higher numbers"),
        (["G4M 1 L", "G4M 2 L", "A6M b 3 M"], "Each flight needs one number and one altitude"),
    ],
)
def test_a_plan_against_the_rules_is_refused(table: TrainingTable, plan: list[str], because: str) -> None:
    question = next(one for one in table.asked() if one.by == "JP")
    event = table.table.do("JP", Answer(question.frame, question.key, plan))
    assert isinstance(event.outcome, Refused)
    assert because in str(event.outcome.sentence)


def test_the_flights_of_the_first_round_stand_apart(table: TrainingTable) -> None:
    for side, plan in PLANS.items():
        table.answer(plan, side)
    (question,) = table.asked()
    event = table.table.do("JP", Answer(question.frame, question.key, ["G15 0", "G15 0"]))
    assert isinstance(event.outcome, Refused)
    table.answer(PLACES)
    assert [(one.id, one.hex) for one in table.page().flights][:2] == [("G4M", "G11"), ("A6M a", "H14")]


@pytest.mark.parametrize("facing", [1, 5])
def test_the_betty_begins_with_the_opposite_edge_before_it(table: TrainingTable, facing: int) -> None:
    for side, plan in PLANS.items():
        table.answer(plan, side)
    (question,) = table.asked()
    event = table.table.do("JP", Answer(question.frame, question.key, [f"G15 {facing}", "H14 1"]))
    assert isinstance(event.outcome, Refused)
    assert "opposite edge" in str(event.outcome.sentence)
    table.answer(["G15 0", "H14 1"])


def test_the_betty_flies_straight_in_the_first_round_and_is_revealed(table: TrainingTable) -> None:
    table.set_up()
    assert table.page("AL").flight("G4M").number == 1
    assert table.page("AL").flight("A6M a").number == 0
    assert [one.question for one in table.asked()] == ["P-38 a acts"]
    assert [one.options for one in table.asked("JP")] == [()], "only the asked side knows the options"


def test_an_action_that_is_impossible_says_why(table: TrainingTable) -> None:
    table.set_up()
    table.answer("seek")
    entry = table.page("AL").reach[1]
    table.answer(entry.word)
    deeds = {deed.key: deed for deed in table.page("AL").deeds}
    assert deeds["F"].word == ""
    assert deeds["F"].why_not == "already low"
    assert deeds["W"].word == "straight"
    assert table.page("AL").points == 5


def test_the_reach_leads_to_its_hexes(table: TrainingTable) -> None:
    table.set_up()
    table.answer("seek")
    table.answer(table.page("AL").reach[1].word)
    page = table.page("AL")
    at = next(at for at, step in enumerate(page.reach) if step.points == 2 and step.word == "straight")
    goal, words = page.reach[at], []
    while page.reach[at].before >= 0:
        words.append(page.reach[at].word)
        at = page.reach[at].before
    for word in reversed(words):
        table.answer(word)
    flight = table.page("AL").flight("P-38 a")
    assert (flight.hex, flight.facing, table.page("AL").points) == (goal.hex, goal.facing, 2)


@pytest.mark.parametrize("seed", [3, 5])
def test_a_game_of_usual_things_ends(book: RuleBook, seed: int) -> None:
    table = new_table(book, seed)
    table.set_up()
    table.fly_as_usual()
    assert table.table.game.properties["result"] in ("allied", "japanese", "drawn")
    assert not table.table.game.frames


def test_a_random_game_ends(book: RuleBook) -> None:
    table = new_table(book, 2)
    table.set_up()
    assert table.fly_at_random(Random(2)) > 50
    assert table.table.game.properties["result"] in ("allied", "japanese", "drawn")


def test_two_orders_fight_the_battle_to_its_end(book: RuleBook) -> None:
    table = new_table(book, 4)
    table.set_up()
    assert table.fight_out("press_on end") == 2
    assert table.table.game.properties["result"] in ("allied", "japanese", "drawn")
    assert not table.table.game.frames


def test_orders_stop_at_a_shot(book: RuleBook) -> None:
    """After the shot, the side that decides may give another order, or act by itself."""
    table = new_table(book, 4)
    table.set_up()
    sides = []
    while table.asked():
        sides.append(table.asked()[0].by)
        table.fight_on("press_on shot")
    assert len(sides) > 4
    assert {"JP", "AL"} == set(sides)


def test_a_side_without_an_order_acts_by_itself(book: RuleBook) -> None:
    table = new_table(book, 4)
    table.set_up()
    first = table.asked()[0].by
    table.fight_on("press_on end")
    while table.asked():
        assert table.asked()[0].by != first
        table.answer(table.page().usual[0][0])


def test_the_shot_that_a_place_would_bring_is_the_shot_there(book: RuleBook) -> None:
    table = new_table(book, 4)
    table.set_up()
    while not any(one.before == 0 for one in placed(table)):
        table.answer(table.page().usual[0][0])
    step = next(one for one in placed(table) if one.before == 0)
    promised = next(one for one in table.page().placed_shots if (one.hex, one.facing) == (step.hex, step.facing))
    table.answer(step.word)
    while table.asked()[0].question.endswith("may answer"):
        table.answer(table.asked()[0].options[-2].value)
    shot = next(one for one in table.page().shots if one.word)
    assert (shot.flight, shot.chances) == (promised.flight, promised.chances)


def placed(table: TrainingTable) -> list[MotionStep]:
    """Return the steps to places from which a flight with points left can fire."""
    page = table.page()
    places = {(one.hex, one.facing) for one in page.placed_shots}
    return [step for step in page.reach if (step.hex, step.facing) in places and step.points > 0]


def shown(table: TrainingTable, side: str) -> bytes:
    """Return all that a side gets about the battle: the frames, the page, and the questions."""
    frames = dict(table.table.seen(table.table.game, side).frames)
    return msgspec.json.encode((frames, table.page(side), table.asked(side)))


@pytest.mark.parametrize(("by", "other"), [("AL", "JP"), ("JP", "AL")])
def test_an_order_is_known_to_its_side_alone(book: RuleBook, by: str, other: str) -> None:
    views: list[tuple[bytes, bytes]] = []
    for order in ("press_on end", "press_on step"):
        table = new_table(book, 4)
        table.set_up()
        while table.asked()[0].by != by:
            table.answer(table.page().usual[0][0])
        table.fight_on(order)
        views.append((shown(table, other), shown(table, by)))
    (one, own_one), (two, own_two) = views
    assert one == two
    assert own_one != own_two


@pytest.mark.parametrize(("altitude", "may"), [(0, True), (1, False)])
def test_a_hidden_bomber_is_asked_at_each_altitude(book: RuleBook, altitude: int, may: bool) -> None:
    """Its side gets the question also if the bomber can only hold its fire, and the other side sees no difference."""
    table, other = (bomber_met(book, level) for level in (altitude, 1 - altitude))
    assert [one.question for one in table.asked("AL")] == ["G4M may answer"]
    assert shown(table, "AL") == shown(other, "AL")
    assert ("answer G4M" in [option.value for option in table.asked()[0].options]) is may
    for each in (table, other):
        each.answer("hold G4M")
    assert shown(table, "AL") == shown(other, "AL")


def bomber_met(book: RuleBook, altitude: int) -> TrainingTable:
    """Return a table on which a P-38 at low altitude has come near a hidden bomber at this altitude."""
    table = new_table(book)
    table.set_up()
    table.answer("seek")
    table.answer(table.page("AL").reach[1].word)
    number, frame = next((at, one) for at, one in table.table.game.frames.items() if one.procedure == "air-battle")
    state = json.loads(msgspec.json.encode(frame.state))
    bomber = next(flight for flight in state["battle"]["flights"] if flight["id"] == "G4M")
    ahead = next(step.hex for step in table.page("AL").reach if step.word == "straight" and step.before == 0)
    assert ahead == "A05"
    bomber |= {"number": 0, "altitude": UNKNOWN, "is_revealed": False, "hex": "A03"}
    state["hidden"]["mission"]["is"].append(["G4M", 4, altitude, False])
    frames = table.table.game.frames.set(number, replace(frame, state=state))
    table.table.game = replace(table.table.game, frames=frames)
    table.answer("straight")
    return table


@pytest.mark.parametrize("side", ["JP", "AL", ""])
def test_the_rest_of_the_battle_is_forecast_for_each_plan(book: RuleBook, side: str) -> None:
    table = new_table(book, 4)
    foretold = book.forecasts["air-battle"]
    assert list(foretold.places(table.situation(side))) == []
    table.set_up()
    situation = table.situation(side)
    (place,) = foretold.places(situation)
    first = next(foretold.outlooks(situation, place))
    assert len(first.figures) == 9
    assert "8 times" in first.how
    assert next(foretold.outlooks(situation, place)) == first


@pytest.mark.parametrize("side", ["JP", "AL"])
def test_the_odds_are_those_of_the_fate_of_the_betty(book: RuleBook, side: str) -> None:
    """No bombs are in the air, so neither bombers over the target nor Victory Points are at stake."""
    table = new_table(book, 4)
    foretold = book.forecasts["air-battle press_on at_bombers"]
    table.set_up()
    situation = table.situation(side)
    (place,) = book.forecasts["air-battle"].places(situation)
    *_, first = islice(foretold.outlooks(situation, place), 4)
    (odds,) = first.odds
    assert odds.title == "The fate of G4M"
    assert [share.title for share in odds.shares] == ["shot down", "gets through"]
    assert sum(share.thousandths for share in odds.shares) in (999, 1000, 1001)
    assert [name for name, _ in first.figures] == ["Steps lost, Japan", "Steps lost, Allies"]


def test_no_forecast_where_nobody_fights(book: RuleBook) -> None:
    table = new_table(book, 4)
    foretold = book.forecasts["air-battle"]
    table.set_up()
    (place,) = foretold.places(table.situation("AL"))
    table.fight_out("press_on end")
    with pytest.raises(Unanswerable, match="No air battle"):
        next(iter(foretold.outlooks(table.situation("AL"), place)))


def test_the_end_tells_what_each_side_lost_and_who_won(table: TrainingTable) -> None:
    table.set_up()
    table.fight_out("press_on end")
    told = table.table.events[-1].outcome
    assert isinstance(told, Done)
    said = [str(one.facts["text"]) for one in told.told if one.key == "said"]
    assert [words.partition(":")[0] for words in said[:2]] == ["Steps lost", "Shot down"]
    assert said[0].startswith("Steps lost: Japan ")
    assert "of 5, Allies " in said[0], "the Betty comes with one step"
    assert said[2] == "The bomber is lost and both P-38s survive; the Allies have won."


def test_both_sides_read_the_dice_of_all_flights(table: TrainingTable) -> None:
    """A die that named pieces would be told without its result to those who do not see them."""
    table.set_up()
    table.fight_out("press_on end")
    done = [event.outcome for event in table.table.events if isinstance(event.outcome, Done)]
    rolled = [one for outcome in done for one in outcome.told if one.key == "rolled"]
    assert rolled
    assert {(one.pieces, one.sides) for one in rolled} == {((), None)}


def test_a_bomber_answers_every_time_in_an_impulse_after_one_word(book: RuleBook) -> None:
    table = new_table(book, seed=5)
    table.set_up()
    assert answers_in_an_impulse(table, "answer-on") == (1, 2)
    asked, answered = answers_in_an_impulse(table, "hold G4M")
    assert (asked > 0, answered) == (True, 0), "the next impulse is asked about again"


@pytest.mark.parametrize("seed", [4, 5])
def test_an_answer_that_cannot_hit_is_not_proposed(book: RuleBook, seed: int) -> None:
    table = new_table(book, seed)
    table.set_up()
    met = 0
    while table.asked():
        page = table.page()
        if page.answers and page.shots[0].word:
            can_hit = page.shots[0].chances[0] < 1000
            assert page.usual[0][0].startswith("answer" if can_hit else "hold")
            met += 1
        table.answer(page.usual[0][0])
    assert met


def answers_in_an_impulse(table: TrainingTable, word: str) -> tuple[int, int]:
    """Answer with this word in the next impulse in which the bomber may answer; else do as suggested. Return how often
    it was asked, and how often it rolled.
    """
    while "may answer" not in table.asked()[0].question:
        table.answer(table.page().usual[0][0])
    moment = table.page().note
    asked = answered = 0
    while table.asked() and table.page().note == moment:
        may_answer = "may answer" in table.asked()[0].question
        asked += may_answer
        table.answer(word if may_answer else table.page().usual[0][0])
        done = table.table.events[-1].outcome
        assert isinstance(done, Done)
        answered += sum("the answer of" in str(one.facts.get("why")) for one in done.told)
    return asked, answered
