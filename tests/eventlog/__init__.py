"""Tests of `eventlog`, one file for each module."""
