"""A module's Python only runs if it is part of the program, or if the user trusts this very code."""

import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.module.source import FolderSource
from tabletop.module.trust import Origin, RulesError, RuleSources, TrustedCode, load_rules, unload_rules


@pytest.fixture(autouse=True)
def _drop_what_was_loaded() -> Iterator[None]:
    yield
    for module_id in ("one", "two"):
        unload_rules(module_id)
    assert not [name for name in sys.modules if name.startswith(("wartable_module_one", "wartable_module_two"))]


@pytest.fixture
def trusted(tmp_path: Path) -> TrustedCode:
    return TrustedCode(tmp_path / "settings" / "trusted.json")


def rules(tmp_path: Path, module_id: str, origin: Origin = Origin.SHIPPED, **files: str) -> RuleSources:
    folder = tmp_path / module_id / "rules"
    for name, text in files.items():
        path = folder / f"{name.replace('__in__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return RuleSources(module_id, FolderSource(tmp_path / module_id), origin)


def test_two_modules_may_have_a_file_of_the_same_name(tmp_path: Path, trusted: TrustedCode) -> None:
    [_, one] = load_rules(rules(tmp_path, "one", checks="NAME = 'one'"), trusted)
    [_, two] = load_rules(rules(tmp_path, "two", checks="NAME = 'two'"), trusted)
    assert (one.NAME, two.NAME) == ("one", "two")
    assert one.__name__ == "wartable_module_one.rules.checks"


def test_files_import_each_other_and_their_family(tmp_path: Path, trusted: TrustedCode) -> None:
    family = rules(tmp_path, "two", air="ALTITUDES = 3")
    own = rules(
        tmp_path,
        "one",
        checks="from .tables import ROWS\nfrom ..families.two.air import ALTITUDES\nfrom .deep.inner import X",
        tables="ROWS = 6",
        deep__in__inner="X = 1",
    )
    checks = {module.__name__: module for module in load_rules(own, trusted, [family])}[
        "wartable_module_one.rules.checks"
    ]
    assert (checks.ROWS, checks.ALTITUDES, checks.X) == (6, 3, 1)


def test_files_in_folders_import_each_other_and_their_family(tmp_path: Path, trusted: TrustedCode) -> None:
    own = rules(
        tmp_path,
        "one",
        position__in____init__="SIDES = 2",
        position__in__units="FULL = 4",
        sea__in__legs="from .ways import RANGE\nfrom ..position.units import FULL\nfrom ..position import SIDES",
        sea__in__deep__in__far="from ....families.two.air import ALTITUDES",
        sea__in__ways="from ...families.two.air import ALTITUDES\nRANGE = ALTITUDES * 2",
    )
    loaded = {each.__name__: each for each in load_rules(own, trusted, [rules(tmp_path, "two", air="ALTITUDES = 3")])}
    legs, far = (loaded[f"wartable_module_one.rules.sea.{name}"] for name in ("legs", "deep.far"))
    assert (legs.RANGE, legs.FULL, legs.SIDES, far.ALTITUDES) == (6, 4, 2, 3)


def test_loading_again_starts_afresh(tmp_path: Path, trusted: TrustedCode) -> None:
    before = finders()
    load_rules(rules(tmp_path, "one", checks="N = 1", old="O = 1"), trusted)
    (tmp_path / "one" / "rules" / "old.py").unlink()
    [_, checks] = load_rules(rules(tmp_path, "one", checks="N = 2"), trusted)
    assert checks.N == 2
    assert "wartable_module_one.rules.old" not in sys.modules
    assert finders() == before + 1


def test_the_same_code_is_loaded_once_however_often_it_is_wanted(tmp_path: Path, trusted: TrustedCode) -> None:
    first = load_rules(rules(tmp_path, "one", checks="class Rule:\n    pass"), trusted)
    again = load_rules(rules(tmp_path, "one", checks="class Rule:\n    pass"), trusted)
    assert [one is other for one, other in zip(first, again, strict=True)] == [True, True]
    assert again[-1].Rule is first[-1].Rule


def finders() -> int:
    return sum(type(finder).__name__ == "_Finder" for finder in sys.meta_path)


def test_a_users_own_module_runs_once_its_code_is_trusted(tmp_path: Path, trusted: TrustedCode) -> None:
    own = rules(tmp_path, "one", Origin.OWN, checks="N = 1")
    with pytest.raises(RulesError, match="one contains Python that you have not allowed to run"):
        load_rules(own, trusted)
    trusted.add(own.code, "One")
    assert load_rules(own, trusted)
    changed = rules(tmp_path, "one", Origin.OWN, checks="N = 2")
    with pytest.raises(RulesError):
        load_rules(changed, trusted)
    trusted.remove(own.code)
    with pytest.raises(RulesError):
        load_rules(own, trusted)


def test_an_imported_module_never_runs(tmp_path: Path, trusted: TrustedCode) -> None:
    imported = rules(tmp_path, "one", Origin.IMPORTED, checks="raise SystemExit")
    trusted.add(imported.code, "One")
    with pytest.raises(RulesError, match="never run in an imported module"):
        load_rules(imported, trusted)
    with pytest.raises(RulesError, match="never run in an imported module"):
        load_rules(rules(tmp_path, "two", checks="N = 1"), trusted, [imported])


def test_a_module_without_python_needs_no_trust(tmp_path: Path, trusted: TrustedCode) -> None:
    (tmp_path / "one").mkdir()
    assert [module.__name__ for module in load_rules(rules(tmp_path, "one", Origin.IMPORTED), trusted)] == [
        "wartable_module_one.rules"
    ]


def test_what_runs_is_what_was_hashed(tmp_path: Path, trusted: TrustedCode) -> None:
    own = rules(tmp_path, "one", Origin.OWN, checks="N = 1")
    trusted.add(own.code, "One")
    (tmp_path / "one" / "rules" / "checks.py").write_text("N = 666")
    assert load_rules(own, trusted)[-1].N == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\nx = 1 / 0", "one/rules/checks.py:2: ZeroDivisionError: division by zero"),
        ("x = (", "one/rules/checks.py:1: SyntaxError: "),
        ("import no_such_thing", "one/rules/checks.py:1: ModuleNotFoundError: No module named 'no_such_thing'"),
        ("import sys\nsys.exit('bye')", "one/rules/checks.py:2: SystemExit: bye"),
    ],
)
def test_code_that_fails_is_told_with_its_place_and_dropped(
    tmp_path: Path, trusted: TrustedCode, text: str, said: str
) -> None:
    with pytest.raises(RulesError) as raised:
        load_rules(rules(tmp_path, "one", checks=text), trusted)
    assert str(raised.value).startswith(said)
    assert "wartable_module_one" not in sys.modules


def test_tracebacks_show_the_lines(tmp_path: Path, trusted: TrustedCode) -> None:
    [_, checks] = load_rules(rules(tmp_path, "one", checks="def ask():\n    raise ValueError('no')  # here"), trusted)
    with pytest.raises(ValueError, match="no") as raised:
        checks.ask()
    assert "# here" in "".join(traceback.format_exception(raised.value))


def test_a_file_that_python_cannot_name(tmp_path: Path, trusted: TrustedCode) -> None:
    bad = rules(tmp_path, "one", **{"my-checks": ""})
    with pytest.raises(RulesError, match=r"my-checks\.py: cannot be imported"):
        load_rules(bad, trusted)


def test_nothing_is_written_beside_a_module(tmp_path: Path, trusted: TrustedCode) -> None:
    load_rules(rules(tmp_path, "one", checks="N = 1"), trusted)
    assert [path.name for path in (tmp_path / "one").rglob("*")] == ["rules", "checks.py"]


def test_a_list_of_trust_that_cannot_be_read_trusts_nothing(tmp_path: Path) -> None:
    for content in (b"", b"[]", b'{"a": 1}', b"\xff"):
        (tmp_path / "trusted.json").write_bytes(content)
        assert "a" not in TrustedCode(tmp_path / "trusted.json")
