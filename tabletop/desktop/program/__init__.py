"""The program with its one window: from the start page to a game and back, and messages about broken files."""
