"""The fair shuffle "jk1": one deck, shuffled and locked by all its players, without a dealer that anybody has to trust.

Pure: no log, no network, no clock; randomness comes in as seeds. ``Deck`` folds what the players say and judges it,
``make`` makes what one player has to say. The page of this package is ``docs/protocol/shuffle.md``.
"""

from protocol.deck.context import Secrets, context
from protocol.deck.dealing import NotDueError, make, own_lock, shares_for
from protocol.deck.deck import Deck
from protocol.deck.faults import Code, Fault
from protocol.deck.group import card_points
from protocol.deck.messages import MESSAGES, Message, parse
from protocol.deck.slicing import Slices, finish

__all__ = [
    "MESSAGES",
    "Code",
    "Deck",
    "Fault",
    "Message",
    "NotDueError",
    "Secrets",
    "Slices",
    "card_points",
    "context",
    "finish",
    "make",
    "own_lock",
    "parse",
    "shares_for",
]
