"""Results tables: what is looked up, with every modifier and its reason, and what the dice make of it.

Where tables come from is in `rules_assist.schema.tables`; how likely each result is, in `rules_assist.odds`.
"""
