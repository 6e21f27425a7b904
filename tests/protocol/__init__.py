"""Tests of the package `protocol`, file by file."""
