"""The ways of moving as players meet them: what each reaches, what it costs, why not, and the step that does it.

The searches behind them are not here: they are in `sailing` and `deploying`.
"""
