"""The vocabulary of case files, and the words of it that a module knows."""
