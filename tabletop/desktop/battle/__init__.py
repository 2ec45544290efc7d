"""The Battle Board: a battle under way over the whole window."""
