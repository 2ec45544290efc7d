"""Kinds of pieces compiled: all that their traits hear, provide, show and offer, made once for each definition."""
