"""Games recorded once and never rewritten: each later program reads them with the same chain and position."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tabletop.game.change.patch import Change
from tabletop.game.commands import AnyCommand, Batch, Report
from tabletop.journal.journal import Journal
from tabletop.journal.text import export_text, import_text
from tabletop.journal.verify import verify

_SPEC = spec_from_file_location("golden", Path(__file__).with_name("golden.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
golden = module_from_spec(_SPEC)
_SPEC.loader.exec_module(golden)


@pytest.mark.parametrize("game", golden.GAMES)
def test_a_recorded_game_has_its_chain_its_position_and_what_each_side_saw(game):
    for path, today in golden.golden(game):
        assert today == path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("game", golden.GAMES)
def test_a_recorded_game_is_proved_and_written_as_text_and_read_again(game, tmp_path):
    found = verify(golden.file_of(game))
    assert found.ok, found.problem
    text, again = tmp_path / "game.txt", tmp_path / "again.wartable"
    with Journal.watch(golden.file_of(game)) as journal, text.open("w", encoding="utf-8", newline="\n") as out:
        export_text(journal, out)
    import_text(text, again)
    assert verify(again).chain == found.chain


def test_no_name_that_stands_in_files_is_taken_away_or_given_other_fields():
    assert golden.lost_names() == []


def test_every_name_is_on_the_list():
    assert golden.NAMES.read_text(encoding="utf-8") == golden.names(), "python tests/recorded/golden.py adds new names"


def test_every_kind_of_change_and_of_command_is_in_a_recorded_game():
    changes, commands = set(), set()

    def note(command):
        commands.add(command.__struct_config__.tag)
        for inner in command.commands if isinstance(command, Batch | Report) else ():
            note(inner)

    for game in golden.GAMES:
        with Journal.watch(golden.file_of(game)) as journal:
            for step in journal.steps():
                note(step.command)
                changes.update(change.__struct_config__.tag for change in step.patch)
    assert golden.tags(Change) - changes == set()
    assert golden.tags(AnyCommand) - commands == set()
