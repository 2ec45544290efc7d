"""Pictures of a VASSAL module: copied, converted, or drawn if only a description of them is kept."""
