"""Ways by sea: the searches of ships, legs of deployment, ports to return to, Supply Lines."""
