"""The contract suite of Zashiki on Paper Lantern, which pyproject.toml names: what holds for every game."""

from zashiki.testing.test_contract import *  # noqa: F403
from zashiki.testing.test_reachable import *  # noqa: F403
from zashiki.testing.test_secrecy import *  # noqa: F403
