"""YAML documents: they are written, and read so that every mistake has its place."""
