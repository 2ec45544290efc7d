"""The procedures of Fire in the Sky: the actions of the rules, step by step. Each is in the file of its chapter."""
