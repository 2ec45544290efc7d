"""The window of one game: its layout, its menus and the game file."""
