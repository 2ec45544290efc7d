"""Random games and measurements of the rules assistant, for a checkout. They are not installed."""
