"""Picture files of modules: checked, prepared in the background, cut into tiles."""
