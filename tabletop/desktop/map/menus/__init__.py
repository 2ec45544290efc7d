"""The menus that open on a map."""
