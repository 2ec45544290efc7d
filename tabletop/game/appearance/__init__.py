"""The look of pieces as values: picture, name, menu, outline, and which lies above which."""
