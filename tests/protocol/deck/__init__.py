"""Tests of the fair shuffle, file by file, with a second implementation and the known attacks."""
