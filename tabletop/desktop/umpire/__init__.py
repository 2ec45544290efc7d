"""The umpire's work at the window: decisions on orders and dispatches, and the beliefs of sides beside the truth."""
