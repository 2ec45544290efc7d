"""Pictures of a VASSAL module: they are copied, converted, or drawn from a description."""
