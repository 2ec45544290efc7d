"""The measurements of `wartable bench`: each file measures one part of the program, and lists its `MEASUREMENTS`.

The tables are made for this purpose.
"""
