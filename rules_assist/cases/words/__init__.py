"""The vocabulary of case files for one module, and the check that cases use no other words."""
