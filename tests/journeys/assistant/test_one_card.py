"""One drop, one card of findings, for any number of counters and broken rules."""

from tabletop.desktop.assistant.panels.findings_card import FindingsCard
from tabletop.desktop.widgets.cards import FittingButton
from tabletop.game.commands import At, MovePieces
from tests.journeys.assistant.test_with_the_assistant import onwards, said
from tests.journeys.conftest import Player


def cards(table: Player) -> list[FindingsCard]:
    return [card for card in table.window.findChildren(FindingsCard) if card.isVisible()]


def press(table: Player, card: FindingsCard, words: str) -> None:
    (made,) = [each for each in card.findChildren(FittingButton) if each.accessibleName() == words]
    table.bring_into_view(made)
    table.click(made)


def test_a_stack_that_is_dropped_where_it_may_not_go_makes_one_card(table: Player, december):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "First Deployment Phase")
    for number, base in enumerate(("Formosa", "Hainan"), 1):
        force = table.pieces(base)
        assert len(force) > 2
        table.model.submit(MovePieces(force, At("pacific", table.board().find("Wake"))))
        table.wait(lambda number=number: len(cards(table)) == 1 + number)
        assert said(table).count("Wake; its") == 3, "what is due before the phase ends is on a card of its own"
        assert f"{len(force)} counters" in said(table)
    assert said(table).count("A leg must end in a friendly base; Wake is not one.") == 2
    press(table, cards(table)[1], "Accept them…")
    press(table, cards(table)[1], "Accept")
    table.wait(lambda: "accepts: A leg must end" in table.log)
    assert table.log.count("accepts: A leg must end") == 1
    parts = ["finding-note", "finding-stands", "finding-advise"]
    table.wait(lambda: [card.property("part") for card in cards(table)] == parts)
