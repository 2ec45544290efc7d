"""The board of flights: a battle of aircraft over the whole window, from the page that a procedure gives."""
