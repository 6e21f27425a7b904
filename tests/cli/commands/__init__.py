"""Tests of the commands, each through the whole program."""
