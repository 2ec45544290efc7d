"""The format of a module's rule files: one record a part of the rules. The meaning of the parts is elsewhere."""
