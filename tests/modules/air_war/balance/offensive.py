"""The campaign of Cartwheel by simple rules: what both sides answer in it that they do not in shorter scenarios."""

from collections.abc import Sequence

from tabletop.assistance import ProcedureQuestion
from tabletop.game.state.frames import Plain

from .answers import Answers, piece_id, room_told
from .ferries import spare, spare_among


class OffensiveAnswers(Answers):
    """The answers of both sides in the campaign of Cartwheel."""

    def _committed(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Commit the 11th Hikoshidan, but not TF-36: each of its ships and aircraft that sails costs a point."""
        return asked.by == "JP" and super()._committed(asked, words)

    def _declared(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Declare a General Regroup Turn as soon as it is possible: the reinforcements come with it."""
        return "General Regroup" in asked.question or super()._declared(asked, words)

    def _unit(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Buy no steps: lost ones cost no points."""
        return []

    def _load(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Load the strongest troops that there is room for, then supply; without troops one supply unit. One of the
        troops stays.
        """
        room, found = room_told(asked), list[Plain]()
        for army in spare_among(self.now, asked.by, words):
            if army.steps <= room:
                found.append(f"piece:{army.id}")
                room -= army.steps
        supply = [word for word in words if not self.now.fact("troops", piece_id(word))]
        return [*found, *supply[: room if found else min(room, 1)]]

    def _harbour(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Go where most units wait for ships, all to the same place, or to a box off the map."""
        now = self.now
        places = {word: word.rsplit(":", 1)[-1] for word in words}
        waiting = {word: len(spare(now, asked.by, place)) for word, place in places.items()}
        best = max(words, key=lambda word: (waiting[word], word))
        return best if waiting[best] > 0 else super()._harbour(asked, words)
