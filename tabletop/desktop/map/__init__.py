"""A map in the window: view, zoom, rotation, rulers, and search for places."""
