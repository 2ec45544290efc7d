"""The seats at one screen: the curtain between players, who sits down when it opens, and the dialog of seats."""
