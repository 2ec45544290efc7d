"""Game modules: mistakes in their files."""

from typing import Final

TEXTS: Final = {
    "too-many-mistakes": "more than {most} {most:mistake|mistakes}; the rest are not listed",
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
        "Another version of Wartable imported this module, and it cannot be opened as it is. Drop its .vmod file "
        "on the window again, or run 'wartable import-vassal' again; saved games can be continued."
    ),
    "module-exists-already": "{folder} already exists; choose another name or another place.",
    "module-name-unfit": "A module's name needs letters a to z, and has at most {most} {most:character|characters}.",
    "module-folder-unfit": "The module's folder {wrong}; choose another name.",
    "no-such-scenario": "{module} has no scenario '{id}'; {known}.",
    "no-such-option": "{module} has no option '{id}'; {known}.",
    "no-such-option-but-rule": "{module} has no option '{id}', but has one for this rule; {known}.",
    "it-is": "it is {wanted}",
    "no-such-choice-of-option": "The option '{id}' has no choice '{choice}'; {known}.",
    "no-boards-to-choose": "No boards can be chosen for the map '{map}'; {known}.",
    "setup-unusable": "The set-up '{scenario}' cannot be used. {because}",
    "setup-of-other-module": "The set-up '{scenario}' and the module have different sides or maps.",
    "known-are": "choose {known}",
    "it-has-none": "it has none",
    "map-has-no-place": "The map '{map}' has no place '{place}'.",
    "board-must-lie": "The map '{map}' needs at least one board.",
    "only-one-board-lies": "The map '{map}' takes one board, in column 0, row 0.",
    "map-has-no-board": "The map '{map}' has no board '{board}'; choose {known}.",
    "board-not-turned": "The board '{board}' may not be turned.",
    "two-boards-lie": "The map '{map}' has two boards in column {column}, row {row}.",
    "boards-in-columns": "The map '{map}' takes at most {most} {most:column|columns}.",
    "boards-in-rows": "The map '{map}' takes at most {most} {most:row|rows}.",
    "setup-damaged": "The position is damaged.",
    "position-of-unknown-kind": "The position has pieces of the kind '{kind}', which the module does not have.",
    "card-not-of-module": "'{card}' cannot be saved: it is not a card of the module itself.",
    "deck-file-too-large": "The file is too large for a deck.",
    "no-deck-in-file": "The file holds no deck that was saved here.",
    "deck-of-other-game": "This deck belongs to '{deck}', but this game is '{game}'.",
    "counters-left-behind": "Counters that this version lacks stay as they are: {names}.",
    "places-left-behind": "Places that this version lacks are dropped; their stacks stay where they are: {names}.",
    "maps-left-behind": "Maps that this version lacks are hidden: {names}.",
    "names-and-more": "{names} and {count} more",
    "other-sides": (
        "{module} is played by {theirs}, but this game by {ours}. What a side knows cannot pass "
        "to another side, so the game stays with the version that it began with."
    ),
    "python-not-allowed": (
        "{modules} {count:contains|contain} Python that you have not allowed to run. Read {folder}/ before you do."
    ),
    "decks-new": "These decks are new: {names}.",
    "decks-gone": "These decks are gone, and their cards become stacks: {names}.",
    "decks-elsewhere": "These decks have moved: {names}.",
    "no-result-left": "No result is left for '{why}' (1 to {most}).",
    "result-cannot-come": "{face} is not a possible result for '{why}': results go from 1 to {most}.",
}
