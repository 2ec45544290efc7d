"""Questions of procedures, with their answers on a card or on the map, the odds, and the origins of numbers."""
