"""Numbers of the rules that an action of classic Joker can break; docs/rules/classic.md says what they mean."""

from enum import StrEnum


class Rule(StrEnum):
    """The rule broken. Where one number covers several things, `Violation.about["cause"]` tells them apart."""

    A12 = "A12"  # choosing trump
    A13 = "A13"  # bidding
    A14 = "A14"  # the bid that is closed to the dealer
    A15 = "A15"  # whose turn it is to play, and which cards one has
    A16 = "A16"  # following suit and trumping
    A17 = "A17"  # only a joker is called
    A18 = "A18"  # the ways to play a joker
    A19 = "A19"  # the plain six must be a legal card
    A20 = "A20"  # the plain six of trumps after a discard
    A21 = "A21"  # what a led joker asks for
    A22 = "A22"  # following a led joker
    A27 = "A27"  # strict joker
    A37 = "A37"  # hands that were not opened
