"""The fair shuffle "jk1": one deck, shuffled and locked by all its players, without a dealer that anybody has to trust.

Pure: no log, no network, no clock; randomness comes in as seeds. ``Deck`` folds what the players say and judges it,
``dealing`` makes what one player has to say. The page of this package is ``docs/protocol/shuffle.md``.
"""
