"""VASSAL's file formats: archives, sequences, scalars, build files, saves and the commands in them."""
