"""What expressions can call: functions, decimal numbers, text patterns."""
