"""Panels, cards and pages of the rules assistant."""
