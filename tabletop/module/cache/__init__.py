"""The cache of modules that were read, so that the next start need not read them again."""
