"""How the game looks in a terminal, and what its words mean there."""
