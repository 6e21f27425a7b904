"""Long stories found by hypothesis: a machine against a naive model."""
