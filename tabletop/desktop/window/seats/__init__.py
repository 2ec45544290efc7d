"""The seats at one screen: the curtain between players, the seat for which it opens, and the dialog of seats."""
