"""The umpire's desk: the panels round the map at which an umpire works, and their keys."""
