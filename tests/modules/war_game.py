"""Games between two players that follow simple rules, and a table of the games that were played.

A game's own package has its players; this module has what they share: the plan of a side for the questions that are
asked next, the ways of moving, and the command that plays the games missing from a table. The same seed plays the same
game, so a run that was interrupted can continue.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import DeadEndError, Luck, RandomGame
from tabletop.assistance import ProcedureQuestion
from tabletop.game.state.frames import Plain
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game


class WarGame(RandomGame):
    """A game in which both sides play by simple rules. What no rule decides is random.

    `plan` has the answers to the next questions, by their keys. `tally` counts what is worth counting, for the report
    of a run.
    """

    def __init__(self, book: RuleBook, scenario: str, seed: int) -> None:
        """Set up a scenario, with the seed for random choices."""
        random = Random(seed)
        super().__init__(book, new_game(book.module, scenario, {}, Luck(random)), random)
        self.tally: Counter[str] = Counter()
        self.plan: dict[str, Plain] = {}

    def thumb(self, asked: ProcedureQuestion) -> Plain:
        """Return the answer to a question by a simple rule; None if no rule gives one."""
        return None

    def answers(self, asked: ProcedureQuestion) -> Iterator[Plain]:
        """Yield the planned answers, then those by simple rules, then random ones."""
        if asked.key in self.plan:
            yield self.plan[asked.key]
        thumb = self.thumb(asked)
        if thumb is not None:
            yield thumb
        yield from super().answers(asked)

    def all_of(self, *procedures: str) -> None:
        """Begin each of these procedures that is offered, once."""
        for id in procedures:
            offer = next((offer for offer in self.offers() if offer.procedure == id), None)
            if offer is not None and not self.is_over():
                self.begin(offer)

    def reach(self, mode_id: str, pieces: Sequence[int]) -> Sequence[str]:
        """Return the places that pieces can reach by a movement mode; none if it does not apply to them or is
        closed.
        """
        seen = self.seen()
        mode = self.book.ground.modes[mode_id]
        if not all(mode.applies(seen, piece) for piece in pieces) or mode.closed(seen, tuple(pieces)):
            return ()
        return mode.reach(seen, tuple(pieces)).places

    def moved(self, mode_id: str, pieces: Sequence[int], place: str) -> bool:
        """Move pieces together by a movement mode; return whether they moved."""
        if place not in self.reach(mode_id, pieces):
            return False
        seen = self.seen()
        command = self.book.ground.modes[mode_id].command(seen, tuple(pieces), place)
        return command is not None and not self.do(seen.side_of(pieces[0]), command)


def play_to_end(war: WarGame, seconds: float, most_phases: int) -> str:
    """Play a war to its end; return the id of its ending, `given up` after so many seconds of processor time, or `none`
    if it has no ending.
    """
    began = time.process_time()
    for _ in range(most_phases):
        if war.ending() is not None or war.is_over():
            break
        if time.process_time() - began > seconds:
            return "given up"
        war.play_phase()
    ending = war.ending()
    return ending.id if ending else "none"


W = TypeVar("W", bound=WarGame)


class Wars(Generic[W]):
    """The command that plays the wars missing from a table.

    `scenarios` has the module of each scenario. `play` returns a war and the id of its ending, `facts` the last fields
    of its line: those after the scenario, the seed and the ending.
    """

    def __init__(
        self,
        scenarios: Mapping[str, str],
        table: Path,
        play: Callable[[RuleBook, str, int], tuple[W, str]],
        facts: Callable[[W], str],
    ) -> None:
        self.scenarios = scenarios
        self.table = table
        self._play = play
        self._facts = facts

    def row(self, war: W, scenario: str, seed: int, ended: str) -> str:
        """Return a line of the table."""
        return f"- {{{_begun(scenario, seed)} ended: {ended}, {self._facts(war)}}}\n"

    def main(self, arguments: Sequence[str]) -> int:
        """Play the wars missing from the table; return the exit code."""
        parser = argparse.ArgumentParser(prog="wars", description="Play wars by rule of thumb.")
        parser.add_argument("scenario", choices=sorted(self.scenarios))
        parser.add_argument("--wars", type=int, default=10)
        parser.add_argument("--seed", type=int, default=1, help="of the first war")
        parser.add_argument("--table", type=Path, default=self.table)
        given = parser.parse_args(arguments)
        book = load_rulebook(load_module(shipped.path("modules", self.scenarios[given.scenario])))
        known = given.table.read_text(encoding="utf-8") if given.table.exists() else ""
        for seed in range(given.seed, given.seed + given.wars):
            if _begun(given.scenario, seed) in known:
                continue
            began = time.process_time()
            try:
                war, ended = self._play(book, given.scenario, seed)
            except DeadEndError as problem:
                sys.stdout.write(f"seed {seed}: {problem}\n")
                continue
            line = self.row(war, given.scenario, seed, ended)
            with given.table.open("a", encoding="utf-8") as table:
                table.write(line)
            sys.stdout.write(f"{line.strip()} {time.process_time() - began:.1f} s {dict(war.tally)}\n")
            sys.stdout.flush()
        return 0


def _begun(scenario: str, seed: int) -> str:
    """Return the first fields of a line of the table."""
    return f"scenario: {scenario}, seed: {seed},"
