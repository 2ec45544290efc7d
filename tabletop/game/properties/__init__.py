"""Properties of pieces and of the table: reading, counting and listing them, with the compiled kinds that provide
them.
"""
