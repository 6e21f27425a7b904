"""Test vectors of the pages in `docs/protocol/`, and the tests that read them."""
