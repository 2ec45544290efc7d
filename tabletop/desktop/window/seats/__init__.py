"""The seats at one screen: the curtain between players, the dialog of seats, and the requests for consent."""
