"""Toolbar buttons of a VASSAL module, and what they do."""
