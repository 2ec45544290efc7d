"""The command that plays the wars missing from the table."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rules_assist.rulebook.rule_book import load_rulebook
from rules_assist.workshop.random_game import DeadEndError
from tabletop.module import shipped
from tabletop.module.loader import load_module

from .war import War, play

TABLE: Final = Path(__file__).with_name("wars.yaml")
SCENARIOS: Final = ("december-1941", "july-1942")


def row(war: War, scenario: str, seed: int, ended: str) -> str:
    """Return a line of the table."""
    facts = war.facts
    return (
        f"- {{scenario: {scenario}, seed: {seed}, ended: {ended}, turn: {facts.moment.turn}, "
        f"part: {facts.moment.phasing}, points: {facts.points.vp}, steps: {war.steps}}}\n"
    )


def main(arguments: Sequence[str]) -> int:
    """Play the wars missing from the table; return the exit code."""
    parser = argparse.ArgumentParser(prog="wars", description="Play wars by rule of thumb.")
    parser.add_argument("scenario", choices=SCENARIOS)
    parser.add_argument("--wars", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first war")
    parser.add_argument("--table", type=Path, default=TABLE)
    given = parser.parse_args(arguments)
    book = load_rulebook(load_module(shipped.path("modules", "fire_in_the_sky")))
    known = given.table.read_text(encoding="utf-8") if given.table.exists() else ""
    for seed in range(given.seed, given.seed + given.wars):
        if f"scenario: {given.scenario}, seed: {seed}," in known:
            continue
        began = time.process_time()
        try:
            war, ended = play(book, given.scenario, seed)
        except DeadEndError as problem:
            sys.stdout.write(f"seed {seed}: {problem}\n")
            continue
        line = row(war, given.scenario, seed, ended)
        with given.table.open("a", encoding="utf-8") as table:
            table.write(line)
        sys.stdout.write(f"{line.strip()} {time.process_time() - began:.1f} s {dict(war.tally)}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
