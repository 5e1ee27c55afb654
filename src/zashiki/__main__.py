"""`python -m zashiki`."""

from zashiki.cli import main

main()
