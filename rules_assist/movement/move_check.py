"""The check of the ways of moving of rule files: pieces may go only where one of their ways leads."""

from collections.abc import Iterable, Sequence

from rules_assist.movement.ways import name_of, unruled
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Mode, WhyNot
from rules_assist.sequence.play_sequence import sequence_in
from tabletop.assistance import Due, Finding, Fix, Where
from tabletop.game.commands import At, MovePieces
from tabletop.game.state.values import Value
from tabletop.texts import text


class MoveCheck:
    """The check that pieces move from place to place by a way of moving that is open to them.

    It judges only pieces that use one of these ways at all, and ignores places to which no step leads, for example a
    box for losses. A move can continue from a place where it cannot end; every other error is reported at once. While a
    phase is current, only the ways of moving that it names count.
    """

    id = "move"
    rule = ""
    due: Due = "end-of-move"

    def __init__(self, modes: Sequence[Mode]) -> None:
        self._modes = modes
        self.title = text("check-of-moves")

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding, with the reason, for the pieces that made a move which no way of moving allows."""
        for (start, end), together in _journeys(before, after, moved).items():
            pieces = [piece for piece in together if any(mode.applies(before, piece) for mode in self._modes)]
            modes = [mode for mode in self._modes if all(mode.applies(before, piece) for piece in pieces)]
            if pieces and modes and _leads_somewhere(before, end):
                found = self._judged(before, modes, tuple(pieces), start, end)
                if found is not None:
                    yield found

    def _judged(
        self, before: Situation, modes: Sequence[Mode], pieces: tuple[int, ...], start: Where, end: Where
    ) -> Finding | None:
        sequence = sequence_in(before)
        phase = sequence.phase(before) if sequence else None
        allowed = [mode for mode in modes if phase is None or mode.id in phase.modes]
        if not allowed and phase is not None:
            sentence = text(
                "does-not-move-in-phase", piece=name_of(before, pieces[0]), phase=phase.title, rule=phase.rule
            )
            return self._finding(pieces, start, end, phase.rule, sentence)
        places = _places_of(before, end)
        if not places:
            return None
        reasons: list[WhyNot] = []
        for mode in allowed:
            try:
                reach = mode.reach(before, pieces)
                if reach.map == end.map and any(place in reach.places for place in places):
                    return None
                reason = reach.why_not(places[0]) if reach.map == end.map else None
            except Unanswerable as error:
                reason = WhyNot("no-way", str(error), mode.rule)
            reasons.append(
                reason or WhyNot("no-way", text("way-does-not-lead-there", way=mode.title, rule=mode.rule), mode.rule)
            )
        first = reasons[0]
        numbers = tuple((name, number) for name in ("needs", "has") if (number := getattr(first, name)) is not None)
        due = self.due if first.why == "no-end" else "step"
        return self._finding(pieces, start, end, first.rule, first.sentence, numbers, due)

    def _finding(
        self,
        pieces: tuple[int, ...],
        start: Where,
        end: Where,
        rule: str,
        sentence: str,
        numbers: tuple[tuple[str, Value], ...] = (),
        due: Due = "step",
    ) -> Finding:
        fix = Fix(text("move-it-back"), MovePieces(pieces, At(*start)))
        return Finding(self.id, rule, unruled(sentence, rule), pieces, (end,), numbers, due, fix)


def _journeys(before: Situation, after: Situation, moved: Iterable[int]) -> dict[tuple[Where, Where], list[int]]:
    """Return the pieces that changed place, by their old and new places."""
    found: dict[tuple[Where, Where], list[int]] = {}
    for piece in moved:
        if piece in before.game.pieces and piece in after.game.pieces:
            start, end = before.where(piece), after.where(piece)
            if start is not None and end is not None and _places_of(before, start) != _places_of(before, end):
                found.setdefault((start, end), []).append(piece)
    return found


def _leads_somewhere(situation: Situation, where: Where) -> bool:
    """Return whether any step of its map leads to a place."""
    terrain = situation.book.ground.atlas.terrain(where.map)
    node = terrain.node(where.place)
    return node is not None and bool(terrain.into[node])


def _places_of(situation: Situation, where: Where) -> list[str]:
    """Return the possible names of a place in a reach: its own, and those of its parts; none for an unknown place."""
    terrain = situation.book.ground.atlas.terrain(where.map)
    node = terrain.node(where.place)
    return [] if node is None else [terrain.names[each] for each in (node, *terrain.parts(node))]
