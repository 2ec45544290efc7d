"""The command that plays the random games missing from a table."""

import argparse
import cProfile
import pstats
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rules_assist.rulebook.rule_book import load_rulebook
from rules_assist.workshop.random_game import MOST_DEEDS
from tabletop.module import shipped
from tabletop.module.loader import load_module

from .air_war import AirWar

GAMES = ("cartwheel", "forlorn_hopes")
PHASES = 400
"""More phases than any scenario has."""


def main(arguments: Sequence[str]) -> int:
    """Play the games missing from the table; return the number of those in which something was wrong."""
    parser = argparse.ArgumentParser(prog="random_wars", description="Play random games of the air war.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--phases", type=int, default=PHASES, help="the most phases of a game")
    parser.add_argument("--deeds", type=int, default=MOST_DEEDS, help="a number above the most actions in a phase")
    parser.add_argument("--table", type=Path, help="the file of the games that were played")
    parser.add_argument("--profile", action="store_true", help="play one game, and show where its time goes")
    given = parser.parse_args(arguments)
    book = load_rulebook(load_module(shipped.path("modules", given.game)))
    if given.profile:
        with cProfile.Profile() as profile:
            AirWar(book, given.scenario, given.seed, given.deeds).play(given.phases)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
        return 0
    known = given.table.read_text(encoding="utf-8") if given.table and given.table.exists() else ""
    wrong = 0
    for seed in range(given.seed, given.seed + given.games):
        key = f"game: {given.game}, scenario: {given.scenario}, deeds: {given.deeds}, seed: {seed},"
        if key in known:
            continue
        war, began, problem = AirWar(book, given.scenario, seed, given.deeds), time.process_time(), ""
        try:
            war.play(given.phases)
        except Exception as error:
            problem = f"{type(error).__name__} in turn {war.turn}, {war.sequence.describes(war.seen())}: {error}"
        wrong += bool(problem)
        ending = war.ending()
        ended = "wrong" if problem else ending.id if ending else "none"
        line = (
            f"- {{{key} ended: {ended}, winner: {ending.winner or 'nobody' if ending else 'nobody'}, turn: {war.turn}, "
            f"steps: {war.steps}, seconds: {time.process_time() - began:.1f}}}\n"
        )
        if given.table and not problem:
            with given.table.open("a", encoding="utf-8") as table:
                table.write(line)
        sys.stdout.write(f"{line.strip()} {problem}\n")
        sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
