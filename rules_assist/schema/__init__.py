"""The format of a module's rule files: one record for each part of the rules."""
