"""The ways of moving for players: the reach of each, its costs, the reasons against other places, and its command.

The searches behind them are in `sailing` and `deploying`.
"""
