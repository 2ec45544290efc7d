"""Maps as numbered graphs, and the searches over them."""
