"""`python -m zashiki.cli`."""

from zashiki.cli import main

main()
