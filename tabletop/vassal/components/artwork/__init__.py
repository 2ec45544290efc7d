"""Pictures of a VASSAL module: copied, converted, and drawn where only a description is kept."""
