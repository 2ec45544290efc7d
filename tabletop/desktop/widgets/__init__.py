"""Widgets that panels share: cards, prompts, name fields, pages of text."""
