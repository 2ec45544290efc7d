"""Ways by sea: movement of ships, legs of deployment, ports to return to, Supply Lines, threats of enemy ships."""
