"""Files of VASSAL: modules, extensions, saves and logs."""

from typing import Final

TEXTS: Final = {
    # A file as an archive
    "archive-unread": "{file} cannot be read ({why}).",
    "archive-no-zip": "{file} is not a VASSAL file: it is not a zip archive.",
    "archive-foreign-or-damaged": "{file} is not a VASSAL file, or is damaged.",
    "archive-too-many-files": "{file} holds more than {most} {most:file|files}.",
    "archive-too-large": "{file} would unpack to more than {most} GB.",
    "archive-unpacks-too-large": "{file} would unpack to more than {times} {times:time|times} its size.",
    "archive-entries-overlap": "{file} holds files that overlap.",
    "archive-entry-missing": "{file} holds no {entry}.",
    "archive-entry-twice": "{file} holds two different files called {entry}.",
    "archive-entry-too-large": "{file} holds {entry} of more than {most} MB.",
    "archive-entry-unpacks-too-large": (
        "{file} holds {entry}, which would unpack to more than {times} {times:time|times} its size."
    ),
    "archive-entry-unread": "{file} is damaged: {entry} cannot be read.",
    "archive-entry-changed": "{file} is damaged: {entry} has been changed.",
    "archive-entry-outside": "{file} holds {entry}, which would be unpacked outside its folder.",
    "archive-entry-link": "{file} holds {entry}, which is a link or a device.",
    "archive-entry-encrypted": "{file} holds {entry}, which is encrypted.",
    "archive-entry-compressed": "{file} holds {entry}, compressed in a way that VASSAL does not know.",
    # Modules and extensions
    "not-vassal-module": "{file} holds no {missing}: it is not a VASSAL module.",
    "not-vassal-extension": "{file} holds no {missing}: it is not a VASSAL extension.",
    "save-not-module": "{file} is a VASSAL save or log, not a module.",
    "save-not-extension": "{file} is a VASSAL save or log, not an extension.",
    "module-not-extension": "{file} is a module, not an extension.",
    "extension-not-module": "{file} is an extension of {module}, not a module: import both together.",
    "extension-of-unnamed": "{file} is an extension of another module, not a module: import both together.",
    "extension-of-another": "{file} is an extension of {module}, not of {other}.",
    "extension-left-out": "{problem} It was left out.",
    "build-file-no-xml": "{file} is not well-formed XML: {why} (line {line}).",
    "build-file-entities": "{file} declares a document type or entities, which no module needs.",
    "build-file-encoding": "{file} is in an encoding that cannot be read.",
    "build-file-foreign": "{file} does not hold a VASSAL module or extension.",
    "build-file-too-large": "{file} has more components, or deeper ones, than any module (line {line}).",
    "build-file-setting-too-long": "{file} has a setting longer than any module's (line {line}).",
    "build-file-text-too-long": "{file} has a text longer than any module's (line {line}).",
    # An import
    "import-folder-taken": "'{folder}' already exists: name a new or an empty folder.",
    "import-copying-pictures": "Copying pictures",
    "import-reading-pieces": "Reading pieces",
    "import-reading-setups": "Reading set-ups",
    "import-writing-files": "Writing files",
    # Saves and logs
    "not-vassal-save": "{file} is not a VASSAL save or log: it holds no '{missing}'.",
    "save-too-large": "{file} holds more than {most} MB of text.",
    "save-too-many-commands": "{file} holds more than {most} {most:command|commands}.",
    "save-cut-short": "{file} is damaged: its text ends in the middle.",
    "save-position-cut-short": "{file} is damaged: its position is cut short.",
    "save-garbled": "{file} is damaged: its text is not written as VASSAL writes it.",
    "save-nested-too-deep": "{file} is damaged: its commands are nested deeper than any game's.",
    "save-module-missing": "{file} belongs to the module {module}, which is not here: import its .vmod file first.",
    "save-module-unnamed": (
        "{file} does not name its module, and that module is not here: import its .vmod file first."
    ),
    "save-open": "{file} is open.",
    "save-other-version": "It was played with version {version} of the module; this is {this}.",
    "save-extensions-missing": "It was played with extensions that were not imported with the module: {names}.",
    "save-commands-left-out": "Commands of the module's own code are left out: {names}.",
    # Games written for VASSAL
    "export-not-vassal": "Only games of modules imported from VASSAL can be written for it; {module} was not.",
    "export-import-again": (
        "An earlier version of Wartable imported {module}. Import its .vmod file again, then the game can be written."
    ),
    "export-whole-truth": "Anybody with the file can read all of it, hidden counters and hands included, as in VASSAL.",
    "export-unknown-counters": "Left out, because VASSAL's module has no such counters: {names}.",
    "export-unlike-counters": "VASSAL's module defines these counters differently; they are new ones there: {names}.",
    "export-unknown-decks": "VASSAL's module lacks these decks, so they have no menus there: {names}.",
    "export-seen-by-all": "Hidden from a side here, but not in VASSAL: {names}.",
    "export-stands-otherwise": "Some of the state of these counters is lost in VASSAL: {names}.",
    "export-lies-off-map": "In a hand or box here, on no map in VASSAL: {names}.",
    "export-procedures": "VASSAL does not know the assistant: {count} open {count:procedure|procedures} left out.",
    "export-properties": "VASSAL's module has no such properties: {names}.",
    "export-options": "If these are preferences, each player sets them in VASSAL: {names}.",
    "export-any-password": (
        "In VASSAL the player of a side enters the password '{password}' to unmask pieces that only they may unmask."
    ),
    "export-rest-withheld": "The rest of the report names hidden things: it is for those who see all sides.",
    "export-password": (
        "In VASSAL the player of {side} enters the password '{password}' to unmask pieces that only they may unmask."
    ),
}
