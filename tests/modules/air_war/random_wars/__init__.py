"""Random games of Cartwheel and Forlorn Hopes, to prove that no rule leads to a dead end or to a broken position.

python -m tests.modules.air_war.random_wars cartwheel bismarck-sea --games 100 --table games.yaml

After every step the position must be sound (`sound_position`). The same seed plays the same game, so a run that was
interrupted can continue: each game is a line of the table, and is not played again. `--profile` plays one game, and
shows where its time goes.
"""
