"""Results tables: the lookup, with every modifier and its reason, and the result of the dice.

`rules_assist.schema.table_rules` has the form of tables. `rules_assist.chance.odds` gives the chance of each result.
"""
