"""Modules kept as they were read, so that the next start need not read them again."""
