"""The measurements of `wartable bench`: each file of rows measures one part of the program, and lists its
`MEASUREMENTS`, or yields them from `measurements`.

Most of the measured tables and files are generated; others are of Fire in the Sky.
"""
