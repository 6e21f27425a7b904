"""Classic Joker: 36 cards, two jokers, bids, four stages (docs/rules/classic.md)."""
