"""The text of the log."""

from tabletop.desktop.panels.log_panel import LogPanel


def log_text(panel: LogPanel) -> str:
    """Return the text of the log, without formatting."""
    panel._write_waiting()
    return panel._text.toPlainText()
