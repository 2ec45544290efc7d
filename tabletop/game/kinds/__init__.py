"""Kinds of pieces compiled: all that their traits respond to, provide, show and offer, made once for each
definition.
"""
