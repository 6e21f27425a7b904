"""Short codes for people: a table, house rules and the table check as a few letters that can be read out.

Nothing is ever decided by them; what is compared by programs is the full hash.
"""

from typing import Any

from eventlog.codec import encode
from eventlog.hashing import tagged_hash, u32
from joker_lan.engine import AnyGame
from joker_lan.engine.options import pairs

TAG_LENGTH = 6
CODE_LENGTH = 4
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def letters(digest: bytes, count: int) -> str:
    """Return the first `5 * count` bits of a digest in Crockford's base 32."""
    bits = int.from_bytes(digest, "big") >> (8 * len(digest) - 5 * count)
    return "".join(_CROCKFORD[bits >> (5 * place) & 31] for place in reversed(range(count)))


def table_tag(table: bytes) -> str:
    """Return the six letters that name a table: 30 bits of its id."""
    return letters(table, TAG_LENGTH)


def rules_code(game: AnyGame, options: Any) -> str:
    """Return the short code of a game with its house rules: 20 bits of the hash over name, version and options."""
    plain = encode(tuple((key, value) for key, value in pairs(options)))
    return "R-" + letters(tagged_hash("rules", game.id.encode("ascii"), u32(game.version), plain), CODE_LENGTH)
