"""The ways back from every place of a map, for moves that go there and return."""

from collections.abc import Sequence

from rules_assist.map.path_search import UNLIMITED, flood
from rules_assist.movement.step_costs import Mover, Passage
from rules_assist.places.place_facts import Facets
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.movement_rules import BackRecord
from tabletop.expression import as_number, compile_expression
from tabletop.texts import text


class WaysBack:
    """The cheapest way from each node to a place where the pieces can land. On the way, no place stops the pieces.

    `allowance` is the most that a way back can cost; None if it can cost only what the way out has left.
    """

    def __init__(self, record: BackRecord, facets: Facets, passage: Passage, movers: Sequence[Mover]) -> None:
        """Search from all places where every mover can land. Raises `Unanswerable` if an allowance is not whole."""
        self.record = record
        self.allowance = _allowance(record, movers)
        to = compile_expression(record.to)
        surveys = [facets.survey_places(movers[0].side, mover.facts()).holds(to) for mover in movers]
        landings = [node for node in range(facets.terrain.size) if all(survey[node] for survey in surveys)]
        self._found = flood(passage.freely()[1], dict.fromkeys(landings, UNLIMITED))

    def cost(self, node: int) -> int | None:
        """Return the cost of the way back from a node, whatever the allowance; None if there is no way back."""
        return self._found.cost(node) if node in self._found else None

    def left(self, node: int, left_there: int) -> int:
        """Return the rest of the allowance after the way back; `left_there` is what the way out has left.

        It is negative if the way back costs too much. Raises KeyError if there is no way back.
        """
        return (left_there if self.allowance is None else self.allowance) - self._found.cost(node)

    def path(self, node: int) -> tuple[int, ...]:
        """Return the nodes of the way back, from this node to the landing. Raises KeyError if there is no way back."""
        return tuple(reversed(self._found.path(node)))


def _allowance(record: BackRecord, movers: Sequence[Mover]) -> int | None:
    if record.allowance is None:
        return None
    expression = compile_expression(record.allowance)
    found = [as_number(expression.evaluate(mover.facts())) for mover in movers]
    numbers = [number for number in found if number is not None]
    if len(numbers) < len(found):
        raise Unanswerable(text("way-back-not-whole"))
    return max(min(numbers), 0)
