"""The seats at one screen: the curtain between players, and the dialog of seats."""
