"""What people touch: the command line, the faces of a table, settings and every sentence of the program.

Nothing below this package makes a sentence, reads the environment or knows what a terminal is; nothing here decides
a rule, judges a log or holds a secret.
"""
