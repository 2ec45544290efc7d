"""Results tables: the lookup, with every modifier and its reason, and the result of the dice.

Tables come from `rules_assist.schema.table_rules`; `rules_assist.chance.odds` gives the chance of each result.
"""
