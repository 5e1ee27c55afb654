"""Loads the plugin where it is not installed: the conftest of a package is read with its tests, too late for `--game`."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.import_plugin("zashiki.testing.plugin")
