"""A trained network as a player: whole numbers in a file of its game, evaluated in the rules language."""
