"""The measurements of `wartable bench`: each file measures one part of the program, and lists its `MEASUREMENTS`.

The measured tables and files are generated.
"""
