"""The line-by-line face: each event one sentence, each wish one typed line, no cursor addressing.

It gets a `seat` port and nothing else; it decides no rule and keeps no state of the game.
"""
