"""The schema of a module's files: one frozen model for each kind of document and record.

Reading files, and following references between them, is done elsewhere in `tabletop.module`.
"""
