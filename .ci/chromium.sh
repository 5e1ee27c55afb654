#!/bin/sh
# The browser tests need Chromium. As root on Debian or Ubuntu this installs it; elsewhere it explains how.
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests (once) …"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } >/dev/null 2>&1 && exit 0
    echo "Chromium could not be installed with apt-get; the browser tests will be skipped." >&2
    exit 0
fi
echo "Chromium was not found, so the browser tests will be skipped. To install it: 'sudo apt-get install chromium' on Debian" >&2
echo "and Ubuntu, 'sudo dnf install chromium' on Fedora, 'brew install --cask chromium' on macOS." >&2
