"""Slips: likely mistakes of authors with which a module still loads. `wartable check` reports them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop.module.checks.module_check import check_module
from tabletop.module.loader import load_module

UNITS = "counters/units.yaml"
REMOVE = "      - trait: delete\n        call: {key: ctrl D, menu: Remove}\n"
AT = f"{UNITS}:24:"


def trait(text: str) -> tuple[str, str]:
    """Return a change of the file of units, as its old and new text: one more trait in the pattern of all units."""
    return REMOVE, f"{REMOVE}      - {text}\n"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{trait: send-to, to: {to: place, place: Nortwood}}", "found 'Nortwood', expected a place of this game"),
        ("{trait: send-to, to: {to: place, place: '0101', map: mian}}", "'mian', expected a map of this game, 'main'"),
        ("{trait: send-to, to: {to: point, x: '1', y: '1', map: mian}}", "'mian', expected a map of this game"),
        ("{trait: send-to, to: {to: zone, zone: Z, map: mian}}", "'mian', expected a map of this game"),
        ("{trait: send-to, to: {to: holder, holder: Draw}}", "found 'Draw', expected a deck or hand of a scenario"),
        ("{trait: return-to, call: {key: R}, deck: Draw}", "found 'Draw', expected a deck or hand"),
        ("{trait: return-to, call: {key: R}, choices: [Draw]}", "found 'Draw', expected a deck or hand"),
        ("{trait: global-command, sends: k, target: {place: '9999'}}", "found '9999', expected a place"),
        ("{trait: attachment, name: a, target: {holder: Draw}}", "found 'Draw', expected a deck or hand"),
        ("{trait: shared-property, name: n, scope: map, where: mian}", "'mian', expected a map of this game"),
        ("{trait: label, text: 'has {atack} left'}", "found 'atack', expected a value that a piece of this game has"),
        ("{trait: label, text: 'has {atack} left'}", "did you mean 'attack'?"),
        ("{trait: report, keys: [k], text: '{OldNam} went'}", "found 'OldNam'"),
        ("{trait: label, text: '{CargoCount}'}\n      - {trait: screen}", "a property of its own: other sides"),
        ("{trait: sound, clip: 'a.wav', call: {key: ctrl F, menu: Cry}}", "a key of its own; 'Flip' has this one"),
        ("{trait: property, name: p, changes: [{key: ctrl H, menu: Hit, add: '1'}]}", "a key of its own; 'Face down'"),
    ],
)
def test_a_slip_is_told_with_its_place_and_plays(changed: Callable[..., Path], written: str, said: str) -> None:
    folder = changed(UNITS, trait(written))
    errors = check_module(folder).errors
    assert any(said in error for error in errors), errors
    assert all(error.startswith(AT) for error in errors), errors
    assert load_module(folder).about.id == "trial"


@pytest.mark.parametrize(
    "written",
    [
        "{trait: send-to, to: {to: place, place: Northwood}}",
        "{trait: send-to, to: {to: place, place: '{Home}', map: '{Where}'}}",
        "{trait: label, text: '{Name} {attack} {Place} {StackSize} {Strength}'}",
        "{trait: report, keys: [k], text: '{OldName} {Key} {Menu} {OldPlace}'}",
        "{trait: each-place, sends: k, call: {menu: Go}, label: '{Place} {ChosenPlace}'}",
        "{trait: remark, text: '{whatever} one likes'}",
        "{trait: sound, clip: 'a.wav', call: {key: ctrl F, menu: Flip}}",
        "{trait: sound, clip: 'a.wav', call: {key: ctrl F}}",
        "{trait: shared-property, name: Fuel, changes: [{key: f, ask: 'How much of {Fuel}?'}]}",
    ],
)
def test_what_is_meant_is_no_slip(changed: Callable[..., Path], written: str) -> None:
    names = ("values: {move: 4,", "values: {Home: Northwood, Where: main, move: 4,")
    assert check_module(changed(UNITS, trait(written), names)).errors == ()


def test_the_word_in_a_template_is_pointed_at(changed: Callable[..., Path]) -> None:
    folder = changed(UNITS, ('attack: "{reduced}"', 'attack: "{reducd}"'))
    [error] = check_module(folder).errors
    line = (folder / UNITS).read_text().splitlines()[13]
    column = line.index("reducd") + 1
    assert error == (
        f"{UNITS}:14:{column}: found 'reducd', expected a value that a piece of this game has; did you mean 'reduced'?"
    )


def test_a_screen_belongs_to_a_side(changed: Callable[..., Path]) -> None:
    screens = "  - {id: dummy, name: Dummy, count: 1, traits: [{trait: screen}]}\n"
    folder = changed(UNITS, trait("{trait: screen}"))
    path = folder / UNITS
    path.write_text(path.read_text() + screens)
    [error] = check_module(folder).errors
    assert "expected the side of a screen" in error


def test_a_role_chooses_its_pieces_by_values_that_there_are(changed: Callable[..., Path]) -> None:
    role = "access: {{kind: sides, roles: [{{name: Staff, sides: [Red], moves: '{} > 4'}}]}}\noptions:"
    [error] = check_module(changed("module.yaml", ("options:", role.format("mvoe")))).errors
    assert "found 'mvoe', expected a value that a piece of this game has" in error
    assert "did you mean 'move'?" in error
    assert check_module(changed("module.yaml", ("mvoe", "move"))).errors == ()


def test_a_slip_in_a_pattern_is_told_once(changed: Callable[..., Path]) -> None:
    assert len(check_module(changed(UNITS, trait("{trait: clone, call: {key: ctrl F, menu: Copy}}"))).errors) == 1
