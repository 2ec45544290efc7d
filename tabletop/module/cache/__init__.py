"""The cache of modules as they were read, so that the next start need not read them again."""
