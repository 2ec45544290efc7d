"""The cards of the installed modules on the start page."""

from collections.abc import Iterator
from pathlib import Path

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.desktop.start.board_chooser import BoardsToChoose
from tabletop.desktop.start.game_covers import cover
from tabletop.desktop.start.start_page import COVER, GameCard, Scenario
from tabletop.expression import as_text
from tabletop.module.contents.laid_boards import boards_to_choose
from tabletop.module.library import modules_at_hand
from tabletop.module.module import Module
from tabletop.module.module_words import Words
from tabletop.module.schema.scenario import ScenarioFile


def paths_at_hand(chosen: Path | None) -> Iterator[Path]:
    """Yield the paths of the installed modules, except the chosen one."""
    there = chosen.resolve() if chosen is not None else None
    return (shelved.path for shelved in modules_at_hand() if shelved.path.resolve() != there)


def card_of(path: Path, module: Module, theme: Theme, words: Words) -> GameCard:
    """Return the card of a module. `words` returns its texts in the player's language."""
    about = module.about
    usual = {option.id: option.usual for option in about.options}
    scenarios = tuple(
        Scenario(
            one.id,
            words(one.title),
            words(one.summary),
            usual | {id: as_text(choice) for id, choice in one.options.items()},
            tuple(map(words, one.menu)),
            _maps_to_choose(module, one, words),
        )
        for one in module.scenarios.values()
    )
    picture = cover(path, module, theme, COVER)
    access = about.access.kind if about.access is not None else "open"
    shown = access if len(about.sides) > 1 else None
    return GameCard(path, words(about.title), words(about.summary), scenarios, about.options, picture, shown)


def _maps_to_choose(module: Module, scenario: ScenarioFile, words: Words) -> tuple[BoardsToChoose, ...]:
    sheets = boards_to_choose(module, scenario).values()
    return tuple(
        BoardsToChoose(sheet, sheet.choice, folder_of(module), words) for sheet in sheets if sheet.choice is not None
    )
