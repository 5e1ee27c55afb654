"""The gears compared by the contract suite, on the five games."""

from zashiki.testing.test_gears import *  # noqa: F403
