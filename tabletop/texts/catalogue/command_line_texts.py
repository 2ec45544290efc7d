"""The command line."""

from typing import Final

TEXTS: Final = {
    # Arguments
    "no-language": "There is no language '{language}'. Choose from: {known}.",
    "no-size": "'{size}' is not a size: write it as 1600x1000.",
    "size-out-of-bounds": "A picture has 1 to {most} pixels a side, not {size}.",
    "boards-not-chosen": "This scenario has no boards to choose.",
    "board-needs-map": "Name the map of board '{board}': begin with {maps}.",
    "folder-not-file": "'{path}' is a folder: name a file.",
    "file-there-already": "'{file}' already exists: choose another name, or add --replace.",
    "no-folder": "There is no folder '{folder}' to write to.",
    "scenario-unknown": "{module} has no scenario '{scenario}'. Choose from: {known}.",
    "scenario-unknown-but": "{module} has no scenario '{scenario}'. Did you mean '{guess}'?",
    "no-side-but": "There is no side '{name}'. Did you mean '{guess}'?",
    # What is missing
    "assistant-not-installed": "The rules assistant is not installed: pip install 'wartable[assist]'.",
    "more-mistakes": "{first}, and {count} more {count:mistake|mistakes}; 'wartable check' lists them all.",
    "file-unusable": "'{file}' cannot be used: {why}.",
    "system-refused": "The system refused this: {why}.",
    "no-screen": "There is no screen to open a window on: 'wartable render' draws without one.",
    "package-missing": (
        "This needs {package}, which is not installed: install it with '{python} -m pip install \"wartable[{extra}]\"'."
    ),
    "qt-not-loaded": "Qt cannot be loaded: {why}.",
    "module-differs": "The game was set up with '{module}' {version}; this is version {this}.",
    "module-changed": "The game was set up with '{module}' {version}; this is version {this}, changed since then.",
    # Games
    "game-begun": "'{file}' is {module}, {scenario}: {count} {count:piece|pieces}.",
    "file-has-no-step": "'{file}' holds steps {first} to {last}, no step {seq}.",
    "seen-and-not-said": "does something that the log does not mention",
    "side-heard-less": "{side} saw or heard {count} {count:step|steps}, not {asked}.",
    "file-whole": "'{file}' is intact: {count} {count:step|steps}, the last is number {last}.",
    "file-compacted": (
        "'{file}' now begins at step {first}; {count} {count:step|steps} before it {count:is|are} dropped."
    ),
    "no-other-version": "No other version of the module '{module}' was found: name one with --to.",
    "game-of-other-module": "'{file}' is a game of the module '{module}', not of '{other}'.",
    # A position in lines, of which the first words are as wide
    "told-to-step": "step      {seq} of {last}",
    "heard-steps": "heard     {count}",
    "position-module": "module    {module} {version}",
    "position-scenario": "module    {module} {version}, scenario {scenario}",
    "position-seats": "seats     {seats}",
    "position-no-seats": "seats     nobody yet",
    "position-pieces": "pieces    {pieces}",
    "position-no-pieces": "pieces    none",
    "of-no-side": "of no side",
    "seat-umpire": "umpire",
    "access-unknown": "There is no access '{access}'. Choose from: {known}.",
    "seat-watches": "watches",
    "told-of-steps": "{said} (step {steps})",
    # Modules
    "module-made": "'{folder}' is a module: 'wartable run {folder}' opens it, 'wartable check {folder}' checks it.",
    "module-packed": "'{file}' holds {count} {count:file|files}.",
    "module-unpacked": "'{folder}' is the module.",
    "no-module-folder": "'{folder}' is not a module's folder: it holds no module.yaml.",
    "vassal-imported": "{module} is in {folder}",
    "vassal-components": (
        "  components: {exact} exact, {approximated} approximated, {inactive} inactive, {refused} refused"
    ),
    "vassal-traits": "  traits: {exact} exact, {approximated} approximated, {inactive} inactive, {refused} refused",
    "vassal-unseen": "  actions that read what a side cannot see: {count}",
    "vassal-to-check": "  to check: {count}",
    "vassal-report": "  {file} says why, and where to look",
    "vassal-exported": "{file} is written for VASSAL, with {count} {count:step|steps}.",
    "vassal-export-ending": (
        "Name a .vsav file for the position, or a .vlog file for the steps; --since goes with a log."
    ),
    "import-progress": "{what}: {done} of {all}",
    # Scripts
    "no-question": "There is no question to answer.",
    "question-left": "The question was left without an answer.",
    "script-line-too-long": "The line is longer than a megabyte.",
    "line-not-utf8": "The line is not understood: it is not text in UTF-8.",
    "line-not-understood": "The line is not understood: {why}.",
    "line-no-object": 'A line is a JSON object such as {{"do": "say", "text": "Ready"}}.',
    "no-command": "There is no command '{name}'. 'docs/commands.md' lists them all.",
    "no-command-but": "There is no command '{name}'. Did you mean '{guess}'?",
    # Bringing a game to another version
    "brought-along": "'{file}' now uses version {version}: {counters} {counters:counter|counters} changed,"
    " {stacks} {stacks:stack|stacks} moved.",
    "taken-away": "{count} {count:counter|counters} that this version lacks {count:was|were} removed.",
    "decks-updated": "Decks are as in this version; {changes}.",
    "decks-differ": "Decks differ from this version's (--decks updates them); {changes}.",
    "leads-to-dice": "Dice are rolled.",
    "by-needs-place": "`by` needs a move to a place on a map.",
    "by-needs-rules": "There is no rules assistant at this table, so there are no ways of moving.",
    "gestures-made": "{made:,} gestures: {memory} MB, {errors} {errors:error|errors}",
    "gestures-memory": "Memory peaked at {highest} MB; the limit is {most}.",
    "gestures-error": "{place}: {often} {often:time|times}",
    "by-not-open": "These pieces cannot move by '{way}' now.",
}
