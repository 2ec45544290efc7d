"""The library of expressions: functions, decimal numbers, text patterns."""
