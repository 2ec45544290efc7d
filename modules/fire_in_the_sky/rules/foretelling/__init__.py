"""A battle fought many times side by side in thought, by plain choices (`muster.choices_of`), for the forecast.

Every chance is read from the results tables; how the steps of a battle follow each other is in `procedures/battle`, and
here once more without questions and without a board.
"""
