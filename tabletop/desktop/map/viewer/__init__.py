"""Counters shown large: the stack under the cursor, and all sides of one piece."""
