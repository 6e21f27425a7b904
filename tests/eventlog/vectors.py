"""The test vectors of `docs/protocol/`, written by the reference.

A vector is a text: lines `name: value`, an empty line, then bytes in hexadecimal. `format` says which page it belongs
to, `expect` is `ok` or the reason code.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from eventlog.codec import Plain
from tests.eventlog.reference import Party, Table, encoded, filed, framed, hashed, short_table

FIELD = 2**255 - 19
SALT = bytes(range(8))
MAGIC = b"JOKLOG1\n"


@dataclass(frozen=True, slots=True)
class Vector:
    """`fields` are the lines above `data`, `format` and `expect` first."""

    name: str
    fields: dict[str, str]
    data: bytes

    def text(self) -> str:
        """The file."""
        lines = [f"{name}: {value}" for name, value in self.fields.items()]
        digits = self.data.hex()
        return "\n".join([*lines, "", *(digits[at : at + 64] for at in range(0, len(digits), 64)), ""])

    @classmethod
    def parse(cls, name: str, text: str) -> "Vector":
        """The vector of a file's text."""
        head, _, body = text.partition("\n\n")
        fields = dict(line.split(": ", 1) for line in head.splitlines())
        return cls(name, fields, bytes.fromhex(body))


def vector(name: str, expect: str, data: bytes, **fields: str) -> Vector:
    return Vector(name, {"format": name.split("-", maxsplit=1)[0], "expect": expect, **fields}, data)


def notation(value: Plain) -> str:
    """A value as the pages write it: `null`, `true`, `12`, `h'00ff'`, `"text"`, `[1, 2]`; in ASCII."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case bytes():
            return f"h'{value.hex()}'"
        case str():
            return '"' + value.encode("ascii", "backslashreplace").decode() + '"'
        case tuple():
            return f"[{', '.join(map(notation, value))}]"


def encodings() -> Iterator[Vector]:
    for name, value in (
        ("empty", ()),
        ("scalars", (None, False, True, b"", "", b"\x00\xff", "joker")),
        ("integers", (0, 127, 128, 255, 256, 65535, 65536, (1 << 32) - 1, 1 << 32, (1 << 64) - 1)),
        ("negative", (-1, -32, -33, -128, -129, -32768, -32769, -(1 << 31), -(1 << 31) - 1, -(1 << 63))),
        ("text", ("x" * 31, "x" * 32, "Джокер")),
        ("arrays", (tuple(range(15)), tuple(range(16)))),
        ("deepest", (((((((8,),),),),),),)),
    ):
        yield vector(f"encoding-{name}", "ok", encoded(value), value=notation(value))
    for name, reason, digits in (
        ("integer-not-minimal", "not-canonical", "cc7f"),
        ("integer-signed-not-minimal", "not-canonical", "d07f"),
        ("text-not-minimal", "not-canonical", "d90161"),
        ("bytes-not-minimal", "not-canonical", "c5000100"),
        ("array-not-minimal", "not-canonical", "dc0001c0"),
        ("map", "type", "8101c0"),
        ("float", "type", "cb3ff0000000000000"),
        ("extension", "type", "d40100"),
        ("unused", "type", "c1"),
        ("text-surrogate", "text", "a3eda080"),
        ("text-latin", "text", "a1e9"),
        ("too-deep", "too-deep", "919191919191919190"),
        ("truncated", "truncated", "9201"),
        ("truncated-length", "truncated", "ddffffffff"),
        ("trailing", "trailing", "90c0"),
        ("nothing", "truncated", ""),
    ):
        yield vector(f"encoding-{name}", reason, bytes.fromhex(digits))


def hashes() -> Iterator[Vector]:
    for name, label, parts in (
        ("no-parts", "coin", ()),
        ("two-parts", "coin", (b"ab", b"c")),
        ("cut-elsewhere", "coin", (b"a", b"bc")),
        ("empty-part", "coin", (b"",)),
    ):
        written = " ".join(f"h'{part.hex()}'" for part in parts)
        yield vector(f"hash-{name}", "ok", hashed(label, *parts), label=label, parts=written or "none")


def identities() -> Iterator[Vector]:
    party = Party("seat 0")
    y = int.from_bytes(party.public, "little") % (1 << 255)
    sign = party.public[31] >> 7
    yield vector("identity-made", "ok", party.public, about="the public key of seed SHA-256('seat 0')")
    yield vector("identity-negative", "ok", point(y, 1 - sign), about="the same y, the other x")
    yield vector("identity-order-2-added", "refused", point(FIELD - y, sign), about="the key plus the point of order 2")
    yield vector("identity-neutral", "refused", point(1), about="order 1: y = 1")
    yield vector("identity-order-2", "refused", point(FIELD - 1), about="order 2: y = -1")
    yield vector("identity-order-4", "refused", point(0), about="order 4: y = 0")
    yield vector(
        "identity-order-8",
        "refused",
        bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
        about="order 8",
    )
    yield vector("identity-off-curve", "refused", point(2), about="y = 2 is no point of the curve")
    yield vector("identity-not-reduced", "refused", point(FIELD + 3), about="y = p + 3")
    yield vector("identity-short", "refused", party.public[:31], about="31 bytes")


def point(y: int, sign: int = 0) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


def entries(table: Table, plain: list[Plain]) -> tuple[bytes, dict[str, str]]:
    return encoded(tuple(plain)), {"keys": " ".join(key.hex() for key in table.keys)}


def changed(plain: Plain, place: int, item: Plain) -> Plain:
    assert isinstance(plain, tuple)
    return (*plain[:place], item, *plain[place + 1 :])


def flipped(value: Plain) -> bytes:
    assert isinstance(value, bytes)
    return bytes([value[0] ^ 1]) + value[1:]


def logs() -> Iterator[Vector]:
    table = short_table()
    good: list[Plain] = list(table.entries)
    head = {"head": table.heads[-1].hex()}

    def case(name: str, expect: str, plain: list[Plain], **fields: str) -> Vector:
        data, keys = entries(table, plain)
        return vector(f"entry-{name}", expect, data, **fields, **keys)

    yield case("log", "ok", good, **head)
    yield case("first-only", "ok", good[:1], head=table.heads[0].hex())

    n, epoch, statement, signature, order_signature = table.entries[2]
    digest = hashed("statement", table.game, encoded(statement))
    yield case("stub", "ok", [*good[:2], (n, epoch, digest, signature, order_signature), *good[3:]], **head)

    second = good[2]
    for name, expect, place, item in (
        ("author-signature-changed", "author-signature", 3, flipped(signature)),
        ("order-signature-changed", "order-signature", 4, flipped(order_signature)),
        ("statement-changed", "author-signature", 2, changed(statement, 6, "Eve")),
        ("stub-changed", "author-signature", 2, flipped(digest)),
        ("epoch-changed", "order-signature", 1, 1),
        ("number-changed", "number", 0, 3),
        ("seq-is-text", "shape", 2, changed(statement, 2, "0")),
        ("head-too-short", "size", 2, changed(statement, 4, bytes(31))),
        ("kind-empty", "kind", 2, changed(statement, 0, "")),
        ("seat-negative", "range", 2, changed(statement, 1, -1)),
        ("statement-too-deep", "too-deep", 2, changed(statement, 5, (((((),),),),))),
    ):
        yield case(name, expect, [*good[:2], changed(second, place, item), *good[3:]], at="2")
    yield case("dropped", "number", [*good[:2], *good[3:]], at="2")
    yield case("swapped", "number", [*good[:1], good[2], good[1], *good[3:]], at="1")
    yield case("doubled", "number", [*good[:2], good[1], *good[2:]], at="2")

    first = table.entries[0]
    assert isinstance(first[3], tuple)
    wrong: Plain = (*first[3][:-1], flipped(first[3][-1]))
    yield case("first-signature-changed", "genesis-signature", [changed(first, 3, wrong), *good[1:]], at="0")
    yield case("first-signature-missing", "keys", [changed(first, 3, first[3][:-1]), *good[1:]], at="0")
    yield case(
        "first-changed", "genesis-signature", [changed(first, 2, changed(first[2], 3, "other")), *good[1:]], at="0"
    )


def files() -> Iterator[Vector]:
    table = short_table()
    contents: tuple[Plain, ...] = (
        (1_790_000_000_000, tuple(table.entries[:1])),
        (1_790_000_000_250, tuple(table.entries[1:3])),
    )
    last: Plain = (None, tuple(table.entries[3:]))
    two = filed(MAGIC, SALT, *contents)
    data = filed(MAGIC, SALT, *contents, last)
    second = len(filed(MAGIC, SALT, contents[0]))
    yield vector("file-log", "ok", data, frames="3", records="4")
    yield vector("file-header-only", "ok", MAGIC + SALT, frames="0", records="0")
    yield vector(
        "file-private", "ok", filed(b"JOKOWN1\n", SALT, (None, ("seed",))), frames="1", records="1", kind="own"
    )
    yield vector("file-empty", "beginning", b"")
    yield vector("file-half-a-header", "beginning", data[:11])
    yield vector("file-torn", "torn", data[:-1], frames="2", records="3", at=str(len(two)))
    yield vector("file-torn-zeros", "torn", two + bytes(700), frames="2", records="3", at=str(len(two)))
    middle = data[: second + 30] + flipped(data[second + 30 : second + 31]) + data[second + 31 :]
    yield vector("file-bit-in-the-middle", "resumes", middle, frames="1", records="1", at=str(second))
    salt = MAGIC + flipped(SALT) + data[16:]
    yield vector("file-bit-in-the-salt", "checksum", salt, frames="0", records="0", at="16")
    dropped = data[:16] + data[second:]
    yield vector("file-frame-dropped", "checksum", dropped, frames="0", records="0", at="16")
    loose = two + framed(SALT, len(two), b"\x92\xc0\xdc\x00\x01\xc0")
    yield vector("file-body-not-canonical", "not-canonical", loose, frames="2", records="3", at=str(len(two)))
    yield vector("file-newer", "newer-format", b"JOKLOG2\n" + data[8:])
    yield vector("file-other", "not-a-log", b"PK\x03\x04" + data[4:])


def all_vectors() -> Iterator[Vector]:
    for each in (encodings(), hashes(), identities(), logs(), files()):
        yield from each
