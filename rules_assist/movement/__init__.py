"""Ways of moving: the places that pieces can reach, their costs, and the reasons against all others."""
