"""Subjects of commits are imperative and at most 72 characters long; `.ci/run` calls the script that checks this."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci/commit_subjects.py"


def checked(*subjects: str) -> subprocess.CompletedProcess[str]:
    """Run the script on these subjects, and return the finished process."""
    return subprocess.run(
        [sys.executable, str(SCRIPT)], input="\n".join(subjects), capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "subject",
    [
        "Judge hidden pieces by one numbering",
        "Press the clock of each side",
        "Bring tests up to the right to end phases",
        "Re-read the record after a crash",
        "Say " + 68 * "x",
    ],
)
def test_subjects_in_form_pass(subject: str) -> None:
    assert checked(subject).returncode == 0


@pytest.mark.parametrize(
    ("subject", "why"),
    [
        ("Judged hidden pieces by one numbering", "'Judged' is not the imperative of a verb"),
        ("Judging hidden pieces", "'Judging' is not the imperative of a verb"),
        ("Judges hidden pieces", "'Judges' is not the imperative of a verb"),
        ("The hidden pieces are judged", "'The' is not the imperative of a verb"),
        ("A piece is judged", "'A' is not the imperative of a verb"),
        ("What a side sees", "'What' is not the imperative of a verb"),
        ("judge hidden pieces", "it does not begin with a verb with a capital letter"),
        ("bench: judge hidden pieces", "it does not begin with a verb with a capital letter"),
        ("Say " + 69 * "x", "73 characters; 72 are allowed"),
    ],
)
def test_other_subjects_are_named_with_the_reason(subject: str, why: str) -> None:
    found = checked("Judge hidden pieces", subject)
    assert found.returncode == 1
    assert found.stderr == f"Mend the subjects of these commits:\n{subject!r}: {why}.\n"


def test_the_checks_before_a_change_lands_ask_it() -> None:
    assert "git log --format=%s" in (SCRIPT.parent / "run").read_text(encoding="utf-8")
    assert SCRIPT.name in (SCRIPT.parent / "run").read_text(encoding="utf-8")
