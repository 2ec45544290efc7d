"""Many simulated battles at once, by simple choices (`muster.choices_of`), for the forecast.

Every chance comes from the results tables. The sequence of a battle's steps is in `procedures/battle`. It is repeated
here without questions and without a board.
"""
