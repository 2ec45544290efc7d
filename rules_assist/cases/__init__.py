"""Case files: a given position, steps, questions and dice, with the expected results.

They test a module's rules. Nothing here contains rules, and play does not need it.
"""
