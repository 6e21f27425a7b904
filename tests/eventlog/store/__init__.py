"""Tests of `eventlog.store`."""
