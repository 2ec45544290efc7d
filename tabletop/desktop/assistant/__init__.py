"""The rules assistant in the window: questions asked of it, and its answers shown."""
