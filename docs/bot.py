"""A bot that plays a whole war of Fire in the Sky through `wartable do`, both sides, by the roll of its own dice.

    python docs/bot.py WAR.wartable [SEED] [PHASES]

It knows only the answers of the command `now`: the procedures that it may begin, and the open questions with all their
options. At the end it prints the ending of the war, or the phase in which it stopped.
"""

import json
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

TRIES = 6
NO_END = 100_000


class Bot:
    """A player of both sides that begins procedures and answers questions at random."""

    def __init__(self, game: str, seed: int) -> None:
        self._random = random.Random(seed)
        self._begun: set[str] = set()
        command = [str(Path(sys.executable).with_name("wartable")), "do", game, "--as", "Bot"]
        self._wartable = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say({"do": "take-seat", "sides": ["JP", "AL"]})

    def say(self, line: Mapping[str, object]) -> tuple[str, str]:
        """Send a line to the program, and return the first word of the answer and the rest."""
        assert self._wartable.stdin is not None
        assert self._wartable.stdout is not None
        self._wartable.stdin.write(f"{json.dumps(line)}\n")
        self._wartable.stdin.flush()
        word, _, rest = self._wartable.stdout.readline().strip().partition(" ")
        return word, rest

    def play(self, phases: int) -> str:
        """Play at most this number of phases. Return the ending of the war, or a sentence with the present phase."""
        phase = ""
        while True:
            now = json.loads(self.say({"do": "now"})[1])
            if now.get("ending"):
                return str(now["ending"])
            if now.get("asked"):
                self.answer(self._random.choice(now["asked"]))
                continue
            if now["onwards"]["title"] != phase:
                phase, self._begun, phases = now["onwards"]["title"], set(), phases - 1
                if phases < 0:
                    return f"It is the {now['phase']}; next is {phase}."
            self.say(self.choose(now))

    def choose(self, now: Mapping[str, Any]) -> Mapping[str, object]:
        """Return a command: one that begins a procedure not yet begun in this phase, or the one that ends the phase."""
        offers = [one for one in now["begin"] if "command" in one and one["title"] not in self._begun]
        if offers and self._random.random() < 0.7:
            offer = self._random.choice(offers)
            self._begun.add(offer["title"])
            command: Mapping[str, object] = offer["command"]
            return command
        onwards: Mapping[str, object] = now["onwards"]["command"]
        return onwards

    def answer(self, asked: Mapping[str, Any]) -> None:
        """Answer a question at random. If no try is accepted, leave its procedure."""
        reply = {"do": "answer", "frame": asked["frame"], "key": asked["key"]}
        if asked["kind"] == "go-on":
            reply = {"do": "go-on", "frame": asked["frame"]}
        for _ in range(TRIES):
            value = self.pick(asked)
            if self.say(reply if asked["kind"] == "go-on" else {**reply, "value": value})[0] != "refused":
                return
        self.say({"do": "leave", "frame": asked["frame"]})

    def pick(self, asked: Mapping[str, Any]) -> object:
        """Return a random value that may answer a question; None if there is none."""
        values: Sequence[object] = [one["value"] for one in asked.get("options", ())]
        least, most = asked.get("least", 1), asked.get("most", 1)
        match asked["kind"]:
            case "number":
                return self._random.randint(least, most)
            case "order":
                return self._random.sample(values, len(values))
            case "choose" if asked.get("repeats"):
                return self._random.choices(values, k=most)
            case "choose":
                return self._random.sample(values, self._random.randint(least, min(most, len(values))))
            case "pause":
                return "roll-the-rest"
            case _:
                return self._random.choice(values) if values else None


if __name__ == "__main__":
    game, seed, phases = (*sys.argv[1:], *("1", str(NO_END))[len(sys.argv) - 2 :])
    sys.stdout.write(f"{Bot(game, int(seed)).play(int(phases))}\n")
