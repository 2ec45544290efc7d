"""What the rules forbid, as checks: one class a rule or a family of rules that are found out together.

What the rules compute is not here: the checks ask `facts`, `moves` and the searches behind them.
"""
