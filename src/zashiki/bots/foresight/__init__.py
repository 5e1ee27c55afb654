"""The search over a network's policy, by which the seventh guest plays."""
