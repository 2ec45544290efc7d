"""The run of cases: the position given, the steps done, and the results expected."""
