"""The rules against illegal steps, as checks: one for each rule or group of rules.

The checks compare the position before and after a step. For moves they ask the ways of moving in `moves`.
"""
