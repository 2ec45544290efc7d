"""The rules assistant: reach, supply, zones, tables, procedures and findings, on one side's view of a table.

It changes nothing by itself and is never needed to play. Nothing in `tabletop` imports it.
"""
