"""The Battle Board: a battle under way, shown over the whole window."""
