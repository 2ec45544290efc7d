"""docs/case-files.md: its examples are run."""

from pathlib import Path

import pytest

from rules_assist.cases.run.case_runner import CaseRun
from tabletop.module.library import find_module
from tabletop.module.loader import load_module

PAGE = Path(__file__).parents[3] / "docs" / "case-files.md"
EXAMPLES = [text.split("```")[0] for text in PAGE.read_text("utf-8").split("```yaml\n")[1:]]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_the_page(example: str, tmp_path: Path) -> None:
    (tmp_path / "page.yaml").write_text(example, encoding="utf-8")
    run = CaseRun(lambda _, id: load_module(find_module(id)))
    assert list(run.failures(tmp_path)) == []
    assert run.passed
