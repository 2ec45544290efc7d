"""Contacts in the window: their words, their list, and the commands on them. Their signs are in `drawing` and
`scene`.
"""
