"""How guests play by the network without playing their best."""
