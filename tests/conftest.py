"""Every test runs on a screen in memory (1920 x 1080) unless another is requested, and in its own folders.

Property tests have no time limit per example. They use the same examples in each run, so that only a change of the code
can change the result; `make search` uses new ones. Other random tests record their seeds as properties, which are
printed at the end.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tabletop.module.module_words import as_written, let_module_speak
from tabletop.texts.language import ENGLISH, speak

if os.environ.get("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={Path(__file__).with_name('screen.json')}"
settings.register_profile("searching", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Failures are shrunk, but the explain phase is left out: it traces each line and can exceed a test's time limit.
_PHASES = (Phase.explicit, Phase.generate, Phase.shrink)
settings.register_profile("same", settings.get_profile("searching"), derandomize=True, phases=_PHASES)
settings.load_profile("same")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the properties that tests recorded, for example the seed of a random test."""
    for report in (*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}={value}")


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home folder. During the test it holds settings, games and caches, so that those of the user stay
    untouched.
    """
    home = tmp_path_factory.mktemp("home")
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    return home


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Set the language back to English, and modules to their untranslated texts, after each test."""
    yield
    speak(ENGLISH)
    let_module_speak(as_written)
