"""Reports of the commands that change nothing, but that players see or hear: flares, sounds, results of
symbolic dice.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tabletop.expression import as_number, as_text
from tabletop.game.behaviour.dice_behaviour import as_thrown
from tabletop.game.change.told import Told
from tabletop.game.traits.table_traits import Throw
from tabletop.module.module import Module
from tabletop.vassal.files.game_commands import Command, PlaySoundCommand, ShowFlare, ShowLine, ShowResults
from tabletop.vassal.files.sequence import SequenceReader
from tabletop.vassal.games.standing_pieces import ImportedNames
from tabletop.vassal.traits.trait_fields import yes_no

_FLARE: Final = "Flare"
_THREAD: Final = "LOS_Thread"
_DICE: Final = "SpecialDiceButton"


class StepReporter:
    """A reporter of commands that players see or hear, for one imported module. Things that the module lacks are not
    reported.
    """

    def __init__(self, module: Module) -> None:
        self._names = ImportedNames(module)
        maps = tuple(module.components.maps)
        ways = ((index, way) for index, id in enumerate(maps) for way in range(len(module.sheets[id].pings)))
        self._flares = {f"{_FLARE}{number}": where for number, where in enumerate(ways)}
        threads = ((index, one) for index, id in enumerate(maps) for one in range(len(module.sheets[id].threads)))
        self._threads = {f"{_THREAD}{number}": where for number, where in enumerate(threads)}
        table = module.components.table
        throws = [trait for trait in table.traits if isinstance(trait, Throw)] if table is not None else []
        symbolic = [throw for throw in throws if all(dice.values for dice in throw.dice)]
        self._dice = {throw.name: throw for throw in reversed(symbolic)}
        self._dice |= {f"{_DICE}{number}": throw for number, throw in enumerate(symbolic)}

    def of(self, commands: Iterable[Command], *, said: bool) -> Iterator[Told]:
        """Yield the reports of a step's commands. `said` is true if the step has a report of its own."""
        for command in commands:
            match command:
                case PlaySoundCommand(clip=clip) if (file := self._names.sound(clip, "")) is not None:
                    yield Told("sound", {"clip": file})
                case ShowResults(button=button, faces=faces) if (throw := self._dice.get(button)) is not None:
                    yield Told("report", {"text": "", **as_thrown(throw, faces)})
                case ShowFlare():
                    yield from self._flare(command, said=said)
                case ShowLine():
                    yield from self._line(command)
                case _:
                    pass

    def commands(self, told: Told) -> Iterator[Command]:
        """Yield the commands for a message about a sound, a flare or a thread: the reverse of `of`; none for any other
        message.
        """
        facts = told.facts
        match told.key:
            case "sound":
                yield PlaySoundCommand(as_text(facts["clip"]).partition("/")[2])
            case "pinged":
                where = facts["map"], facts.get("way", 0)
                for id in (id for id, flare in self._flares.items() if flare == where):
                    yield ShowFlare(id, as_number(facts["x"]) or 0, as_number(facts["y"]) or 0)
            case "measured":
                where = facts["map"], facts["thread"]
                ends = [as_text(facts[end]) for end in ("x", "y", "to_x", "to_y")]
                stays, lies = (facts.get("lies") == how for how in ("stays", "till the next click"))
                for id in (id for id, thread in self._threads.items() if thread == where):
                    yield ShowLine(id, (*ends, yes_no(stays), yes_no(stays or lies), yes_no(False)))

    def _line(self, line: ShowLine) -> Iterator[Told]:
        where = self._threads.get(line.id)
        given = SequenceReader("\t".join(line.rest), "\t")
        x, y, to_x, to_y = (given.whole() for _ in range(4))
        stays, lies = given.yes(), given.yes()
        if where is not None:
            index, number = where
            how = "stays" if stays else "till the next click" if lies else "gone"
            ends = {"x": x, "y": y, "to_x": to_x, "to_y": to_y}
            yield Told("measured", {"map": index, "thread": number, **ends, "lies": how})

    def _flare(self, flare: ShowFlare, *, said: bool) -> Iterator[Told]:
        where = self._flares.get(flare.id or f"{_FLARE}0")
        if where is None:
            return
        index, way = where
        more = {name: value for name, value in (("way", way), ("quiet", said)) if value}
        yield Told("pinged", {"map": index, "x": flare.x, "y": flare.y, **more})
