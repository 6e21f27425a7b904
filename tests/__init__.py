"""Tests, mirroring the sources file by file; beside them rules, laws, golden playthroughs and the architecture."""
