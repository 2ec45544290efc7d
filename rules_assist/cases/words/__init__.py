"""The vocabulary of case files, and which words of it a module knows."""
