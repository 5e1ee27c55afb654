"""Paper Lantern gives the same bytes in both gears. The first run compiles for a while."""

from zashiki.testing.test_gears import *  # noqa: F403
