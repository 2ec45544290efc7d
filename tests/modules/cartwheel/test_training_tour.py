"""The guided tour of the training game: it is played through, and the shipped record is the same."""

from tabletop.journal.journal import Journal
from tabletop.module.loader import load_module
from tests.modules.cartwheel.training_tour import MODULE, REMARKS, SEED, TUTORIAL, TourTable, begun, tour


def test_the_tour_explains_everything_and_is_the_shipped_one() -> None:
    module = load_module(MODULE)
    table = TourTable(Journal.in_memory(begun(module), SEED, 1_700_000_000_000), module)
    tour(table)
    assert [line for line in table.answers if not line.startswith("confirmed")] == []
    said = [getattr(step.command, "text", "") for step in table.session.journal.steps()]
    assert {remark.words for remark in REMARKS} <= set(said)
    with Journal.watch(TUTORIAL) as shipped:
        recorded = [(step.by, step.command) for step in shipped.steps()]
    played = [(step.by, step.command) for step in table.session.journal.steps()]
    assert recorded == played, "run `python -m tests.modules.cartwheel.training_tour` when the tour has changed"
