"""The rules against illegal steps, as checks: one class for each rule or family of rules.

The checks ask `facts`, `moves` and the searches behind them. They work nothing out themselves.
"""
