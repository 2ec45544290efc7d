"""The procedures of Fire in the Sky: what the rules do step by step, each in the chapter it belongs to."""
