"""YAML documents: read with the place of every mistake, and written."""
