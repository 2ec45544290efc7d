"""The look of pieces as values: picture, name, menu, outline, and drawing order."""
