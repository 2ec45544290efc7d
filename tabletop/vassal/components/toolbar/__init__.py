"""Toolbar buttons of a VASSAL module, and their effects."""
