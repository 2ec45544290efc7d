"""Compiled kinds of pieces: all that their traits respond to, provide, show and offer.

Each definition is compiled once.
"""
