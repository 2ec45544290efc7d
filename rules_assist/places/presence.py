"""The pieces in a place, its properties, and its control, by rule files."""

from collections.abc import Mapping, Sequence

from rules_assist.places.place_facts import FacetPlace
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.named_facts import Over
from rules_assist.schema.terrain_rules import ControlRecord, PresenceRecord
from tabletop.board.place_properties import PlaceProperty
from tabletop.expression import Value, as_number, as_text, compile_expression


class Presence:
    """A count of pieces at each place, by side."""

    by_side = True

    def __init__(self, record: PresenceRecord) -> None:
        self.id = record.id
        self.title = record.title
        self.rule = record.rule
        self._of = compile_expression(record.of)
        self._counts = compile_expression(record.counts)

    def value(self, here: FacetPlace, side: str) -> Value:
        """Return the count of a side's pieces."""
        counted = (RuleFactReader(here.situation, piece=piece) for piece in self.pieces(here, side))
        return sum(as_number(self._counts.evaluate(facts)) or 0 for facts in counted)

    def pieces(self, here: FacetPlace, side: str) -> Sequence[int]:
        """Return the counted pieces of a side."""
        situation = here.situation
        ours = (piece for piece in here.pieces if situation.side_of(piece) == side)
        return [piece for piece in ours if self._of.test(RuleFactReader(situation, piece=piece))]


class PlaceFact:
    """A property of places that changes in play, as a map file declares it."""

    by_side = False

    def __init__(self, id: str, declared: PlaceProperty) -> None:
        self.id = id
        self.title = declared.title
        self.rule = declared.rule

    def value(self, here: FacetPlace, side: str) -> Value:  # noqa: ARG002 - all sides have the same value
        """Return the value that play has given the property, or else that at the start; "" if the place does not
        have it.
        """
        found = here.set.get(self.id)
        return here.properties.get(self.id, "") if found is None else found

    def pieces(self, here: FacetPlace, side: str) -> Sequence[int]:  # noqa: ARG002 - no piece decides it
        """Return no piece, because none is behind the value."""
        return ()


class Control:
    """The side that holds a place: the printed one, unless a piece in the place decides otherwise."""

    by_side = False

    def __init__(self, record: ControlRecord) -> None:
        self.id = record.id
        self.title = record.title
        self.rule = record.rule
        self._printed = compile_expression(record.printed)
        self._reads = tuple(sorted(self._printed.reads))
        self._named: dict[tuple[Value, ...], tuple[Mapping[str, str], str]] = {}
        self._markers = compile_expression(record.markers)
        self._whose = compile_expression(record.whose)

    def value(self, here: FacetPlace, side: str) -> Value:
        """Return the side that holds the place; "" for nobody."""
        markers = self.pieces(here, side)
        if markers:
            return as_text(self._whose.evaluate(RuleFactReader(here.situation, piece=markers[-1])))
        situation, options = here.situation, here.situation.book.usual
        key = (id(here.properties), *(situation.option(name) for name in self._reads if name in options))
        if key not in self._named:
            said = {name: here.properties.get(name, "") for name in self._reads if name not in options}
            named = as_text(self._printed.evaluate(Over(RuleFactReader(situation), said)))
            self._named[key] = here.properties, named
        return self._named[key][1]

    def pieces(self, here: FacetPlace, side: str) -> Sequence[int]:  # noqa: ARG002 - the same for all sides
        """Return the pieces in the place that mark its control. The last of them decides who holds it."""
        return [piece for piece in here.pieces if self._markers.test(RuleFactReader(here.situation, piece=piece))]
