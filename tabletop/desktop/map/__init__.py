"""A map in the window: view, zoom, rotation, rulers, and the ways to find a place."""
