"""The contract suite: what must hold for every game, run on the games that are installed or on one of your own.

    pytest --pyargs zashiki.testing                                     # all known games
    pytest --pyargs zashiki.testing --game some-game                    # one of them
    pytest --pyargs zashiki.testing --game my_package.my_module:GAME    # a game that is not installed

`-m "not slow"` keeps to the first seat count and the default options. `strategies` draws positions for Hypothesis. This is
the only part of Zashiki that needs pytest and Hypothesis (`pip install 'zashiki[testing]'`); nothing else imports it.
"""
