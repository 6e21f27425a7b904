"""The rules of the games: pure values and functions, no I/O, no clock and no randomness of their own."""
