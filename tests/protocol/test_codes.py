"""Short codes for people: which bits of a hash they show, and in which letters."""

from eventlog.codec import encode
from eventlog.hashing import tagged_hash
from joker_lan.engine.options import pairs
from joker_lan.games import games
from protocol.codes import letters, rules_code, table_tag

CLASSIC = games()["classic"]
OPTIONS = next(iter(CLASSIC.presets.values()))


def test_letters_are_groups_of_five_bits_from_the_front() -> None:
    """00001 00010 00011 0..., in Crockford's base 32: no I, L, O and U."""
    digest = bytes([0b00001000, 0b10000110, 0b00000000])
    assert [letters(digest, count) for count in (1, 2, 3, 4)] == ["1", "12", "123", "1230"]
    every = int("".join(f"{value:05b}" for value in range(32)), 2).to_bytes(20, "big")
    assert letters(every, 32) == "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_the_tag_is_thirty_bits_of_the_table() -> None:
    assert table_tag(bytes(8)) == "000000"
    assert table_tag(b"\xff" * 8) == "ZZZZZZ"
    assert table_tag(b"\x08\x00\x00\x00\x00\x00\x00\x00") == "100000"
    assert table_tag(b"\x00\x00\x00\x04\x00\x00\x00\x00") == "000001"
    assert table_tag(b"\x00\x00\x00\x03\xff\xff\xff\xff") == "000000"


def test_other_rules_have_other_codes() -> None:
    others = {each for each in CLASSIC.presets.values() if each != OPTIONS}
    codes = {rules_code(CLASSIC, each) for each in [OPTIONS, *others]}
    assert len(codes) == len(others) + 1
    assert all(code.startswith("R-") and len(code) == 6 for code in codes)


def test_the_rules_code_is_the_hash_of_the_page() -> None:
    """Bytes from the formula: name, version, options as pairs; 20 bits of it."""
    plain = encode(tuple((key, value) for key, value in pairs(OPTIONS)))
    digest = tagged_hash("rules", b"classic", b"\0\0\0\1", plain)
    number = int.from_bytes(digest[:3], "big") >> 4
    expected = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[number >> place & 31] for place in (15, 10, 5, 0))
    assert rules_code(CLASSIC, OPTIONS) == f"R-{expected}"
