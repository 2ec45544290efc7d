"""The state of places: presence, control, stacking, zones, supply."""
