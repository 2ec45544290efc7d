"""Texts for people can be translated: each is in the catalogue or goes through `tr`, whole and with named arguments."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from tabletop.texts import filled, listed, listed_or, text
from tabletop.texts.catalogue import PARTS, catalogue, texts_of
from tabletop.texts.language import ENGLISH
from tests.player_texts import player_texts
from tests.user_texts import glued, untranslated

ROOT = Path(__file__).parent.parent
USE = re.compile(r'\b(?:text\(|Sentence\(|[Rr]efus(?:al|ed)\(\s*"[a-z-]+",)\s*"([a-z0-9.-]+)"')
SPEAKING = re.compile(r"from tabletop\.(?:texts|game\.actions\.early_ends|game\.change\.outcome)\b")
NAMED = re.compile(r'"([a-z0-9]+(?:-[a-z0-9]+)*)"')
SOURCES = [path for folder in ("tabletop", "rules_assist", "modules") for path in (ROOT / folder).rglob("*.py")]
NOT_FOR_PLAYERS = ("tabletop/texts/", "tabletop/workshop/", "rules_assist/workshop/")
"""Folders whose texts no player reads: the catalogue itself, and the tools for developers."""

FOR_AUTHORS = (
    "modules/air_war/rules/board_cases.py",
    "modules/fire_in_the_sky/rules/questions/case_words.py",
    "modules/fire_in_the_sky/rules/questions/queries.py",
    "rules_assist/cases",
    "rules_assist/cases/run",
    "rules_assist/cases/words",
    "rules_assist/chance/odds.py",
    "rules_assist/geometry/geometry_queries.py",
    "rules_assist/geometry/geometry_rules.py",
    "rules_assist/inspection",
    "rules_assist/lookup/given_facts.py",
    "rules_assist/lookup/lookup_queries.py",
    "rules_assist/lookup/table_reader.py",
    "rules_assist/map",
    "rules_assist/places/place_rules.py",
    "rules_assist/program.py",
    "rules_assist/rulebook/place_queries.py",
    "rules_assist/rulebook/rule_book.py",
    "rules_assist/rulebook/rule_files.py",
    "rules_assist/rulebook/supply_queries.py",
    "rules_assist/schema",
    "tabletop/board",
    "tabletop/expression",
    "tabletop/expression/library",
    "tabletop/game/kinds",
    "tabletop/module/cache",
    "tabletop/module/checks",
    "tabletop/module/contents/assets.py",
    "tabletop/module/contents/counter_tray.py",
    "tabletop/module/documents",
    "tabletop/module/families.py",
    "tabletop/module/packed_modules.py",
    "tabletop/module/schema",
    "tabletop/module/schema/map",
    "tabletop/module/source.py",
    "tabletop/module/trust.py",
    "tabletop/module/umpire_setup.py",
    "tabletop/vassal/components",
    "tabletop/vassal/components/artwork",
    "tabletop/vassal/components/maps",
    "tabletop/vassal/components/pieces",
    "tabletop/vassal/components/toolbar",
    "tabletop/vassal/expressions",
    "tabletop/vassal/import_report.py",
    "tabletop/vassal/traits",
    "tabletop/vassal/translation",
)
"""Folders and files whose texts are only for authors of modules: mistakes in their files, expressions, cases and
queries, and omissions of an import. They are in English, as the words of those files and their documentation are.
"""

_RULES = "modules/fire_in_the_sky/rules/"

NOT_SAID = {
    "tabletop/mail/mail_host.py": {'{"do": "take-seat", "umpire": true}'},  # a command as it is typed
    "tabletop/module/contents/deck_exchange.py": {"wartable deck 1"},
    "tabletop/module/new_module.py": {"id: blank\n", "title: Blank\n"},
    "tabletop/module/setup.py": {"An empty table", "Nothing is set up.", "own stack"},  # no player sees the bare table
    f"{_RULES}counters/air_counters.py": {"strength {}", "naval aviation", "{} if free"},  # faces, columns of tables
    f"{_RULES}battle/damage.py": {"strength {}", "Japanese pool", "Allied pool"},  # faces, places
    f"{_RULES}sea/deployment_legs.py": {"US or Britain"},  # a property of counters
    f"{_RULES}position/facts.py": {"by Japan", "Task Force {}"},  # a face; a name that is stored in games
    f"{_RULES}battle/forecast.py": {"the hex, or base"},  # told to authors of cases
    f"{_RULES}position/geography.py": {  # names of places
        "West Coast USA",
        "Indian Ocean Ports",
        "Convoy Escort",
        "Carriers without Planes",
        "Naval Aviation",
    },
    f"{_RULES}position/points.py": {"US or Britain", "up to 79", "eighty more"},  # a property and faces
    f"{_RULES}position/units.py": {"strength 1"},  # a face
    f"{_RULES}checks/place_checks.py": {"too many"},  # the name of a number in cases
    f"{_RULES}procedures/battle/administration.py": {"by Japan", "by the Allies"},  # faces of markers
    f"{_RULES}procedures/battle/air_combat.py": {"ground support", "the Base", "{} against {}"},  # answers in games
    f"{_RULES}procedures/battle/board.py": {  # boxes on the map, and faces of markers
        "Carrier Task Forces",
        "Bombardment Task Forces",
        "Ships at Anchor",
        "Air at Base",
        "Long Range Air",
        "Land at Base",
        "Air Status",
        "Sea Control",
        "ten more",
        "up to 9",
    },
    f"{_RULES}procedures/battle/land_combat.py": {"keep it", "no loss", "all eliminated"},  # answers, cells of tables
    f"{_RULES}procedures/late_rules.py": {"16.3.1 which ship"},  # the name of a throw in the journal
    f"{_RULES}procedures/reinforcement.py": {"submarines {}", "transport US", "transport Britain"},  # columns
    f"{_RULES}procedures/submarines.py": {"{} on {}"},  # answers in games
    "rules_assist/movement/written_movement.py": {"mode {}"},  # names records in mistakes told to authors
    "rules_assist/places/supply.py": {"supply {}"},
    "rules_assist/procedure/procedure_runner.py": {  # mistakes in a module's Python
        "'{}' finishes with a result that is not plain data: {}",
        "'{}' goes on to '{}', which is none of its steps.",
        "'{}' runs '{}', of which not everybody may know.",
        "'{}' asks {}, which may not know of it.",
    },
    "rules_assist/procedure/written_procedures.py": {"a name that this procedure knows", "pause before {}"},
    "tabletop/cli/__init__.py": {"wartable {}\n"},  # the name of the program
    "tabletop/cli/command_line.py": {  # --help
        "Exit codes: 0 done; 1 something wrong was found; 2 not understood; 3 a file or module cannot be read or "
        "written; 4 a part of the program is not installed; 5 the game is open in another program.",
        "For the umpire",
        "Games by mail",
        "Games as files",
        "Game modules",
        "VASSAL modules",
        "Work on the program itself",
        "wartable {}",
    },
    "tabletop/cli/failures.py": {"wartable: {}\n"},
    "tabletop/cli/files.py": {"wartable: {}\n"},
    "tabletop/cli/game_arguments.py": {"wartable: {}\n"},
    "tabletop/cli/report/umpire_pages.py": {"<!DOCTYPE html>"},
    "tabletop/cli/umpire_commands.py": {"wartable: {}\n"},
    "tabletop/cli/report/heard_record.py": {  # the form of an exported game
        "# What {} saw of a game of Wartable. Only a whole game can be imported.\n",
        "the beginning",
        "{} by {}",
    },
    "tabletop/cli/script/script_player.py": {  # answers to a script, of which programs read the first word
        "asks {}",
        "confirmed {} {}{}",
        " findings {}",
        "now {}",
        "refused {}",
        "sees {}",
    },
    "tabletop/desktop/battle/battle_desk.py": {"is ", " and "},  # the words of a report, of which the first are shown
    "tabletop/desktop/drawing/sheet/relief_painter.py": {"nothing to draw", "{} tiles a theme"},  # a tool of a checkout
    "tabletop/desktop/map/menus/piece_menu.py": {"menu {}"},
    "tabletop/desktop/map/rulers.py": {"till the next click"},
    "tabletop/desktop/map/tools/select_tool.py": {"alt shift", "ctrl shift", "ctrl alt", "ctrl alt shift"},
    "tabletop/desktop/map/tools/thread_tool.py": {"till the next click"},
    "tabletop/desktop/map/viewer/piece_viewer.py": {"Board", "Count", "Location", "Map", "Zone"},  # of templates
    "tabletop/desktop/platform/error_reports.py": {"Qt, {}", "Wartable {}", "Python {}, PySide6 {}, Qt {}"},
    "tabletop/desktop/platform/settings.py": {"Player", "Game"},  # stored in games and used in file names
    "tabletop/desktop/table/table_model.py": {"Umpire", " and "},  # names of seats, which are stored in games
    "tabletop/desktop/window/window_actions.py": {"Delete"},  # a key
    "tabletop/game/actions/landing.py": {"as sent"},
    "tabletop/game/behaviour/deck_behaviour.py": {"draw from {}", "shuffle {}"},  # names of draws in the journal
    "tabletop/game/behaviour/target_behaviour.py": {"count(all, "},  # an expression
    "tabletop/game/sight/backs.py": {"menu {}", 'Deck != "" or not ({})'},  # a key, and an expression
    "tabletop/game/state/holder.py": {"the table"},  # the name of a box, which is stored in games
    "tabletop/journal/file/store.py": {"seq, seat, takes_back, record, back, chain"},
    "tabletop/journal/record_reader.py": {"short cuts"},
    "tabletop/journal/text.py": {  # the form of an exported game
        "# A game of Wartable as text, format {}\n",
        ", {} UTC",
        "position {}",
        "step {} by {}{}",
    },
    "tabletop/vassal/files/archive.py": {  # of the report of an import
        "{} was made for version {} of the module; this is {}.",
        "{} is called {} in {}.",
    },
    "tabletop/vassal/files/build_file.py": {"{}, line {}"},  # a place in the report of an import
    "tabletop/vassal/files/game_commands.py": {"LOG\t"},  # the beginnings of commands
    "tabletop/vassal/files/command_forms.py": {
        "ALERT\t",
        "CHECK\t",
        "CLOCKCONTROL\t",
        "DECK\t",
        "INVITE\t",
        "PLAY\t",
        "SEMAIL\t",
        "SGKC\t",
        "UNMASK\t",
    },
    "tabletop/vassal/files/scalars.py": {  # keys and commands in module files
        "command {}",
        "key {}",
        *(f"num {sign}" for sign in ("*", "+", ",", "-", ".", "/", "{}")),
    },
    "tabletop/desktop/drawing/aircraft_outlines.py": {  # pictures as SVG
        "M0 -40L14 20L0 12L-14 20Z",
        'transform="rotate({}) scale({})"',
        'fill="#fff" stroke="#fff" stroke-width="{}" stroke-linejoin="round"',
    },
    "tabletop/desktop/air_board/flight_board.py": {"Space"},  # the name of a key in pages
    "modules/cartwheel/rules/training_game.py": {"Late group", "Shot down"},  # boxes of its map
    "tabletop/vassal/files/sequence.py": {"is nested more than {} deep"},  # of the report of an import
    "tabletop/vassal/games/followed_game.py": {
        "Public notes",  # VASSAL's titles, which are stored in games
        "Private notes",
        "secret {}\t{}",
    },
    "tabletop/vassal/games/turn_states.py": {  # parts of a save that are left out
        "how it loops",
        "how far, or which of its names are in use",
    },
    "tabletop/vassal/games/standing_pieces.py": {"cannot be read"},  # of a definition, which is left out
    "tabletop/vassal/files/written_saves.py": {
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n{}</data>\n'
    },
    "tabletop/vassal/export/position_writer.py": {"SGKC\tSGKC{}\ttrue"},
    "tabletop/vassal/export/game_export.py": {"&lt;{}&gt; - {}"},
    "modules/air_war/rules/board_procedure/mission_battle.py": {
        "mobile airbase",  # words of rule files
        "ground unit",
        "supply unit",
        "lose a step",  # a key
    },
    "tabletop/vassal/games/shown_steps.py": {"till the next click"},
    "tabletop/vassal/module_import.py": {
        "Imported module",  # written into modules
        "{}, imported from a VASSAL module.",
        "as the VASSAL module",
        "a module of VASSAL {}",
        "What was imported",
        "This module",
        "not told",
        "# {}\n\nImported from a VASSAL module, version {}. Its text, pictures and sounds belong to their makers"
        " and are used under the terms of that module.\n",
        "An extension's {} has no place in this module.",  # of the report of an import
        "its file is not in the module",
        "displayed texts are translated, except questions, names of turns, and names to which traits add words",
    },
}
"""Literals by file that look like sentences or titles, and that no player is shown."""


APART = {
    "tabletop/cli/report/narration.py": "', '.join([*plays,",  # what a seat plays, in parentheses
    "tabletop/cli/report/umpire_pages.py": "'; '.join((text('known-at'",  # a cell of a table
    "tabletop/cli/umpire_commands.py": "f\"wartable: {text('review-shows-all')}",  # the name of the program
    "tabletop/desktop/assistant/panels/rules_page.py": "', '.join((tr(_SAID[one])",  # a cell of a table
    "tabletop/desktop/battle/battle_board.py": "', '.join((tr('{step}, now'",  # stages in order, for a screen reader
}
"""Expressions by file that put several whole texts beside each other."""

_FRAGMENT = re.compile(r"[,;:.]|\s?\S.*[\s,;]$|\s\S", re.DOTALL)
BEGIN_OF_LINES = "  "
BESIDE_A_FIELD = {" of {most}"}
"""Texts that Qt shows behind the number in a field."""


def used_keys() -> set[str]:
    """Return the keys that the code asks for in `text("...")`, or lists where it chooses one of several."""
    sources = [path.read_text(encoding="utf-8") for path in SOURCES]
    speaking = [source for source in sources if SPEAKING.search(source)]
    asked = {key for source in speaking for key in USE.findall(source)}
    return asked | (set(catalogue()) & {key for source in speaking for key in NAMED.findall(source)})


def left_out() -> Iterator[tuple[str, str]]:
    """Yield each text that cannot be translated, with its file."""
    for path in SOURCES:
        file = path.relative_to(ROOT).as_posix()
        if not file.startswith(NOT_FOR_PLAYERS) and not {file, file.rpartition("/")[0]} & {*FOR_AUTHORS}:
            in_window, in_module = file.startswith("tabletop/desktop/"), file.startswith("modules/")
            for _, words in untranslated(path.read_text(encoding="utf-8"), in_window=in_window, in_module=in_module):
                if words not in NOT_SAID.get(file, ()):
                    yield file, words


def test_nothing_that_people_read_is_left_out_of_translation():
    assert list(left_out()) == []


def put_together() -> Iterator[tuple[str, str]]:
    """Yield each expression that makes a text out of several, with its file."""
    for path in SOURCES:
        file = path.relative_to(ROOT).as_posix()
        if not file.startswith(NOT_FOR_PLAYERS):
            yield from ((file, expression) for _, expression in glued(path.read_text(encoding="utf-8")))


def test_each_text_is_whole_and_not_put_together_by_the_code():
    found = list(put_together())
    assert [(file, each) for file, each in found if not each.startswith(APART.get(file, "\0"))] == []
    assert {file for file, _ in found} == set(APART)


def test_no_text_is_the_end_or_the_beginning_of_a_sentence():
    texts = (each.words for each in player_texts() if ".yaml" not in each.place)
    found = {words for words in texts if _FRAGMENT.match(words) and not words.startswith(BEGIN_OF_LINES)}
    assert found == BESIDE_A_FIELD


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('say(f"{text(key)}: {name}")', ["f'{text(key)}: {name}'"]),
        ('say(tr("Undo") + name)', ["tr('Undo') + name"]),
        ('say("; ".join(says(key) for key in keys))', ["'; '.join((says(key) for key in keys))"]),
        ('say(tr("Undo").lower())', ["tr('Undo').lower()"]),
        ('say(tr("Undo {name}", name=name))', []),
        ('say(f"{problem}\\n\\n{tr(question)}")', []),
        ('say(f"<b>{tr(title)}</b>")', []),
        ('say(f"{tr(files)} (*{ending})")', []),
        ('say(" ".join(text(key) for key in sentences))', []),
        ("say(count + 1)", []),
    ],
)
def test_texts_that_are_put_together_are_found(code, found):
    assert [expression for _, expression in glued(code)] == found


def test_what_is_said_to_be_no_text_of_players_stands_in_its_file():
    for file, literals in NOT_SAID.items():
        code, in_module = (ROOT / file).read_text(encoding="utf-8"), file.startswith("modules/")
        found = {words for _, words in untranslated(code, in_window=True, in_module=in_module)}
        assert literals - found == set(), file


def test_every_key_that_the_program_asks_for_is_in_the_catalogue_and_none_is_left_over():
    assert used_keys() == set(catalogue())


def test_no_key_stands_in_two_parts_of_the_catalogue():
    keys = Counter(key for part in PARTS for key in texts_of(part))
    assert [key for key, times in keys.items() if times > 1] == []
    files = {path.stem for path in (ROOT / "tabletop/texts/catalogue").glob("*.py")} - {"__init__"}
    assert files == set(PARTS)


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_arguments_have_names(key):
    assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(catalogue()[key]))


@pytest.mark.parametrize(("count", "sentence"), [(1, "1 counter is"), (2, "2 counters are"), (0, "0 counters are")])
def test_words_agree_with_their_number(count, sentence):
    message = "{count} {count:counter|counters} {count:is|are}"
    assert filled(message, {"count": count}, ENGLISH.plural) == sentence


@pytest.mark.parametrize(
    ("items", "both", "one"),
    [
        ((), "", ""),
        (("Kaga",), "Kaga", "Kaga"),
        (("Akagi", "Kaga"), "Akagi and Kaga", "Akagi or Kaga"),
        (("Akagi", "Kaga", "Soryu", "Hiryu"), "Akagi, Kaga, Soryu and Hiryu", "Akagi, Kaga, Soryu or Hiryu"),
    ],
)
def test_lists_are_sentences_too(items, both, one):
    assert (listed(items), listed_or(items)) == (both, one)


def test_an_argument_that_is_not_given_is_a_mistake_of_the_program():
    with pytest.raises(KeyError):
        text("no-file")


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('say("Select counters first.")', ["Select counters first."]),
        ('say(f"{count} counters")', ["{} counters"]),
        ('said = " and ".join(names)', [" and "]),
        ('say(tr("Select counters first."))', []),
        ('say(text("no-file", file=file))', []),
        ('def act():\n    "Return the game."', []),
        ('raise ValueError("no such step")', []),
        ('Field(description="The title of a game.")', []),
        ('refuse("5.2: Japan has none; wait.")', ["5.2: Japan has none; wait."]),
        ('setStyleSheet("QLabel { color: red; }")', []),
        ('run("SELECT seq FROM steps")', []),
        ('button("Undo")', ["Undo"]),
        ('label("none", "caption")', ["none"]),
        ('widget.setObjectName("Undo")', []),
    ],
)
def test_sentences_are_told_from_other_literals(code, found):
    assert [words for _, words in untranslated(code, in_window=True)] == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('@step("Roll for accidents", rule="16.3.1")\ndef roll(): ...', []),
        ('Procedure("mutsu", "Old accidents", "16.3.1", (roll,))', []),
        ('class Escorts:\n    title = "Convoy escorts"', []),
        ('Pick(key=f"landing {side}", question="In which order?")', ["In which order?"]),
        ('Roll("fire of {}", "1d6", "Ground support")', ["Ground support"]),
        ('Choice("keep it", "none; keep them")', ["none; keep them"]),
    ],
)
def test_titles_of_a_modules_rules_and_keys_of_its_questions_are_no_sentences_of_its_python(code, found):
    assert [words for _, words in untranslated(code, in_window=False, in_module=True)] == found
