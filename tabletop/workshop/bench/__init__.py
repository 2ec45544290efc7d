"""The measurements of `wartable bench`: one file for each part of the program, with the list of its `MEASUREMENTS`.

They measure the program itself, on tables made for this purpose.
"""
