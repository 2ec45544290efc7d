"""The procedures of Fire in the Sky: the actions of the rules, step by step."""
