"""The parts of battles outside their procedure: hexes of battle, rolls on the tables, damage, the forecast."""
