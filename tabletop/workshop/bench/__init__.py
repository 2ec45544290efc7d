"""The measurements of `wartable bench`: one file a part of the program, each with the list of its `MEASUREMENTS`.

Only measuring is here; what is measured is the program itself, on tables made for the purpose.
"""
