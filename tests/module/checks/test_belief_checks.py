"""Mistakes in a module's contacts are reported with their place in the file."""

from pathlib import Path

from tabletop.game.umpire.dispatch_rules import DispatchForm
from tabletop.module.checks.module_check import check_module
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module

RIGHT = """
contacts:
  tracker: Game turn
  kinds:
    - {id: column, title: Column, shape: hexagon, says: {companies: Companies}, figure: companies}
  dispatches:
    - {id: order, title: Order, fields: {goal: Goal}, takes: 2, held: yes, to: [piece]}
"""
WRONG = """
contacts:
  tracker: Gmae turn
  level: Tunr
  kinds:
    - {id: column, title: Column, says: {companies: Companies}, figure: company}
    - {id: column, title: Column}
  reports:
    - id: sighting
      title: Sighting
      contact: colum
      fields:
        - {claim: companies, truth: 'strength +', least: "1"}
        - {claim: arms, least: "1", most: "2"}
  dispatches:
    - {id: order, title: Order, fields: {text: Text}, takes: 'symbol +'}
    - {id: order, title: Message, fields: {}}
"""


def test_contacts_of_a_module_are_read_and_their_mistakes_told(tmp_path: Path) -> None:
    module = new_module("Border War", tmp_path)
    plain = (module / "module.yaml").read_text(encoding="utf-8")
    tracker = next(iter(load_module(module).components.trackers))

    (module / "module.yaml").write_text(plain + RIGHT.replace("Game turn", tracker), encoding="utf-8")
    (kind,) = load_module(module).components.contacts.kinds
    assert (kind.shape, kind.says, kind.figure) == ("hexagon", {"companies": "Companies"}, "companies")
    assert load_module(module).components.contacts.dispatches == (
        DispatchForm("order", "Order", {"goal": "Goal"}, "2", held=True, to=("piece",)),
    )

    (module / "module.yaml").write_text(plain + WRONG, encoding="utf-8")
    told = [error.split(": ", 1)[1] for error in check_module(module).errors]
    for words in (
        "found 'Gmae turn', expected a tracker of this game",
        "found 'Tunr', expected a level of that tracker",
        "found 'company', expected a claim of this kind",
        "found 'column', expected each id only once",
        "found 'colum', expected a kind of contact, 'column'",
        "strength +",
        "found '1', expected the other bound, too",
        "found '1', expected a `truth` beside it",
        "symbol +",
        "found 'order', expected each id only once",
        "expected at least one field",
    ):
        assert any(words in line for line in told), (words, told)
