"""Game modules: mistakes in their files."""

from typing import Final

TEXTS: Final = {
    "too-many-mistakes": "more than {most} mistakes; from here on they are not told",
    "not-a-module": (
        "'{path}' is not a module: name a folder that holds a {module_file}, a {suffix} file, or {known}."
    ),
    "no-such-module": "There is no folder or file '{name}', and no module of that name.",
    "no-such-module-but": "There is no folder or file '{name}', and no module of that name. Did you mean '{near}'?",
    "no-such-module-among": "There is no folder or file '{name}', and no module of that name. Modules here: {known}.",
    "module-of-game-missing": (
        "This game is played with the module '{id}' (version {version}), which is not here: put "
        "its folder or {suffix} file into {folder}, or name its folder by {variable}."
    ),
    "module-of-other-importer": (
        "Another version of this program imported this module, and it does not open as it is. Drop "
        "its .vmod file on the window again, or import it anew with 'wartable import-vassal'; games go on."
    ),
    "module-exists-already": "{folder} already exists; choose another name or another place.",
    "module-name-unfit": "A module's name needs letters a to z, and has at most {most} signs.",
    "module-folder-unfit": "The module's folder {wrong}; choose another name.",
    "no-such-scenario": "{module} has no scenario '{id}'; {known}.",
    "no-such-option": "{module} has no option '{id}'; {known}.",
    "it-is": "it is {wanted}",
    "no-such-choice-of-option": "The option '{id}' has no choice '{choice}'; {known}.",
    "no-boards-to-choose": "There are no boards to choose for a map '{map}'; {known}.",
    "setup-unusable": "The set-up '{scenario}' cannot be used. {because}",
    "setup-of-other-module": "The set-up '{scenario}' has other sides or maps than the module now has.",
    "known-are": "known is {known}",
    "it-has-none": "it has none",
    "map-has-no-place": "The map '{map}' has no place '{place}'.",
    "board-must-lie": "On the map '{map}' a board must lie.",
    "only-one-board-lies": "On the map '{map}' one board lies, in column 0, row 0.",
    "map-has-no-board": "The map '{map}' has no board '{board}'; there is {known}.",
    "board-not-turned": "The board '{board}' may not be turned.",
    "two-boards-lie": "On the map '{map}' two boards lie in column {column}, row {row}.",
    "boards-in-columns": "On the map '{map}' there are at most {most} {most:column|columns}.",
    "boards-in-rows": "On the map '{map}' there are at most {most} {most:row|rows}.",
    "setup-damaged": "The position is damaged.",
    "position-of-unknown-kind": "The position has pieces of a kind '{kind}', which the module does not have.",
    "card-not-of-module": "'{card}' cannot be saved: it is not a card of the module itself.",
    "deck-file-too-large": "The file is too large for a deck.",
    "no-deck-in-file": "The file holds no deck that was saved here.",
    "deck-of-other-game": "The deck is one of '{deck}', and this game is '{game}'.",
    "counters-left-behind": "Counters that it does not have stay as they are: {names}.",
    "places-left-behind": "Places that it does not have are left, and stacks lie where they lay: {names}.",
    "maps-left-behind": "Maps that it does not have are out of sight: {names}.",
    "names-and-more": "{names} and {count} more",
    "other-sides": (
        "{module} is played by {theirs}, and this game by {ours}: what a side knows cannot be "
        "handed to another, so it stays with the version that it was begun with."
    ),
    "decks-new": "new: {names}",
    "decks-gone": "gone: {names}, whose cards become stacks",
    "decks-elsewhere": "elsewhere: {names}",
    "no-result-left": "No result is left for '{why}' (1 to {most}).",
    "result-cannot-come": "{face} cannot come for '{why}': it has 1 to {most}.",
}
