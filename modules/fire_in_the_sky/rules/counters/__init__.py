"""Counters that come, go and are marked: air counters, markers of forces, screens, ships of options."""
