"""Results tables: what is looked up, with every modifier and its reason, and what the dice make of it.

Tables come from `rules_assist.schema.table_rules`; `rules_assist.chance.odds` says how likely each result is.
"""
