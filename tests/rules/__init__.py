"""The worked cases of the rules: what any program that plays by them must answer."""
