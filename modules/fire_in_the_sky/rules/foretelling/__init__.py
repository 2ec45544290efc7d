"""Many simulated battles at once, by simple choices (`muster.choices_of`), for the forecast.

Every chance is read from the results tables; the sequence of a battle's steps is in `procedures/battle`, and repeated
here without questions and without a board.
"""
