"""Who said what: encoding, keys, signed entries, the hash chain and the files that keep them.

Responsible for bytes, signatures, order and durability. It must not know any game, any kind of statement
or any network: a statement's body is an opaque value here. Import the modules by name; nothing is
re-exported, so that reading an entry does not load the file code.
"""

__all__: tuple[str, ...] = ()
