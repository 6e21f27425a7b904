"""The file format as bytes: against the reference, under flipped bits, and under every power cut of the model."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.codec import MAX, Plain, encode
from eventlog.errors import CodecError, CodecReason, Damage, DamageReason
from eventlog.store.frames import (
    HEADER_SIZE,
    FileKind,
    Frame,
    Header,
    LogScan,
    Torn,
    bodies,
    frame,
    header,
    read_header,
    scan,
)
from tests.eventlog import reference

SALT = bytes(range(8))
MAGIC = b"JOKLOG1\n"
CONTENTS: tuple[tuple[int | None, tuple[Plain, ...]], ...] = (
    (1_790_000_000_000, ((0, "start", b"\x92" * 40),)),
    (None, ((1, bytes(100)),)),
    (0, ((2, "a"), (3, "b"), (4, -5))),
    (5, ((5, (None, True)),)),
)
FILE = reference.filed(MAGIC, SALT, *CONTENTS)


def offsets(data: bytes) -> list[int]:
    return [each.offset for each in scan(data, FileKind.LOG).frames]


def test_it_reads_what_the_reference_writes() -> None:
    found = scan(FILE, FileKind.LOG)
    assert [(each.time_ms, each.records) for each in found.frames] == list(CONTENTS)
    assert (found.salt, found.end, found.size) == (SALT, len(FILE), len(FILE))
    assert (found.torn, found.damage, found.beginning) == (None, None, False)
    assert list(found.records) == [record for _, records in CONTENTS for record in records]


def test_it_writes_what_the_reference_writes() -> None:
    data = header(FileKind.LOG, SALT)
    for content in CONTENTS:
        data += frame(SALT, len(data), encode(content))
    assert data == FILE


def test_the_private_file_has_another_beginning() -> None:
    data = reference.filed(b"JOKOWN1\n", SALT, *CONTENTS)
    assert read_header(data, FileKind.OWN) is Header.WHOLE
    assert read_header(data, FileKind.LOG) is Header.OTHER
    assert len(scan(data, FileKind.OWN).frames) == len(CONTENTS)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", Header.BEGINNING),
        (b"JOK", Header.BEGINNING),
        (b"JOKLOG1\n", Header.BEGINNING),
        (b"JOKLOG1\n1234567", Header.BEGINNING),
        (b"JOKLOG1\n12345678", Header.WHOLE),
        (b"JOKLOG2\n", Header.NEWER),
        (b"JOKLOG9\n12345678", Header.NEWER),
        (b"JOKLOG0\n12345678", Header.OTHER),
        (b"JOKLOG2", Header.OTHER),
        (b"JOKLOG:\n12345678", Header.OTHER),
        (b"joklog1\n", Header.OTHER),
        (b"\x7fELF", Header.OTHER),
    ],
)
def test_headers(data: bytes, expected: Header) -> None:
    assert read_header(data, FileKind.LOG) is expected


@pytest.mark.parametrize("size", range(HEADER_SIZE))
def test_a_mere_beginning_of_the_header(size: int) -> None:
    assert scan(FILE[:size], FileKind.LOG) == LogScan(FileKind.LOG, b"", (), 0, size, beginning=True)


def test_every_cut_is_a_torn_tail() -> None:
    whole = scan(FILE, FileKind.LOG).frames
    ends = [*(each.offset for each in whole), len(FILE)]
    for size in range(HEADER_SIZE, len(FILE)):
        found = scan(FILE[:size], FileKind.LOG)
        kept = sum(end <= size for end in ends[1:])
        assert found.frames == whole[:kept]
        assert found.damage is None
        assert found.torn == (None if size == ends[kept] else Torn(ends[kept], size - ends[kept]))


def test_no_flipped_bit_is_silent() -> None:
    whole = scan(FILE, FileKind.LOG).frames
    starts = [each.offset for each in whole]
    for place in range(len(FILE)):
        for bit in range(8):
            data = bytearray(FILE)
            data[place] ^= 1 << bit
            if place < len(MAGIC):
                assert read_header(bytes(data), FileKind.LOG) in {Header.OTHER, Header.NEWER}
                continue
            found = scan(bytes(data), FileKind.LOG)
            hit = max((index for index, start in enumerate(starts) if start <= place), default=0)
            assert found.frames == whole[:hit]
            if hit == len(starts) - 1:
                assert found.torn == Torn(starts[-1], len(FILE) - starts[-1])
            else:
                assert found.damage is not None
                assert found.damage.offset == starts[hit]


def test_a_flipped_bit_in_the_salt_does_not_look_like_a_crash() -> None:
    # Every checksum is wrong then; opening such a file for writing must not cut all of it off.
    data = FILE[:8] + bytes([FILE[8] ^ 1]) + FILE[9:]
    found = scan(data, FileKind.LOG)
    assert found.damage == Damage(HEADER_SIZE, DamageReason.CHECKSUM)
    assert found.torn is None


def test_damage_names_where_it_ends() -> None:
    starts = offsets(FILE)
    data = FILE[: starts[1] + 20] + b"\xff\xff\xff" + FILE[starts[1] + 23 :]
    assert scan(data, FileKind.LOG).damage == Damage(starts[1], DamageReason.RESUMES, starts[2])


def pieces() -> list[bytes]:
    edges = [*offsets(FILE), len(FILE)]
    return [FILE[start:end] for start, end in pairwise(edges)]


@pytest.mark.parametrize(
    "order", [(1, 2, 3), (0, 2, 3), (0, 1, 3), (1, 0, 2, 3), (0, 2, 1, 3), (0, 0, 1, 2, 3), (0, 1, 1, 2, 3)]
)
def test_frames_dropped_swapped_or_doubled(order: tuple[int, ...]) -> None:
    # (0, 1, 3) leaves one frame at a wrong place, which a torn write could have left too.
    frames = pieces()
    found = scan(FILE[:HEADER_SIZE] + b"".join(frames[index] for index in order), FileKind.LOG)
    right = next(index for index, got in enumerate(order) if got != index)
    assert len(found.frames) == right
    if order == (0, 1, 3):
        assert found.torn is not None
    else:
        assert found.damage is not None


@pytest.mark.parametrize(
    "body",
    [
        b"\x92\xc0\xdc\x00\x01\xc0",  # longer than the one encoding
        b"\x92\xc0\x90",  # no records
        b"\x92\xff\x91\xc0",  # a time before 1970
        b"\x92\xc3\x91\xc0",  # true is no time
        b"\x92\xa1x\x91\xc0",
        b"\x92\xc0\xc0",
        b"\x93\xc0\x91\xc0\xc0",
        b"\xc0",
        b"\x91\x91\x91",
    ],
)
@pytest.mark.parametrize("is_last", [True, False])
def test_an_intact_frame_with_a_body_that_is_none(body: bytes, is_last: bool) -> None:
    data = FILE + reference.framed(SALT, len(FILE), body)
    end = len(data)
    if not is_last:
        data += reference.framed(SALT, end, reference.encoded((None, (1,))))
    found = scan(data, FileKind.LOG)
    assert found.damage == Damage(len(FILE), DamageReason.NOT_CANONICAL, None if is_last else end)
    assert len(found.frames) == len(CONTENTS)


def test_a_tail_longer_than_a_frame_is_no_torn_write() -> None:
    longest = MAX + 8
    torn = scan(FILE + bytes(longest), FileKind.LOG)
    assert torn.torn == Torn(len(FILE), longest)
    assert scan(FILE + bytes(longest + 1), FileKind.LOG).damage == Damage(len(FILE), DamageReason.TOO_LONG)


def test_a_made_up_tail_costs_little() -> None:
    # One place in three announces a hundred kilobytes and begins like a body: 36 GB of checksums, if all were tried.
    data = FILE + b"\x00\x01\x92" * (MAX // 3)
    found = scan(data, FileKind.LOG)
    assert found.damage == Damage(len(FILE), DamageReason.UNCLEAR)


@given(st.binary(max_size=200))
def test_any_bytes_after_the_header_give_a_scan(rest: bytes) -> None:
    data = FILE + rest
    found = scan(data, FileKind.LOG)
    assert found.size == len(data)
    assert found.frames[: len(CONTENTS)] == scan(FILE, FileKind.LOG).frames
    rebuilt = header(FileKind.LOG, SALT)
    for each in found.frames:
        assert each.offset == len(rebuilt)
        rebuilt += frame(SALT, each.offset, encode((each.time_ms, each.records)))
    assert rebuilt == data[: found.end]
    assert (found.end == found.size) == (found.torn is None and found.damage is None)


def test_what_is_too_long_for_one_frame_is_split_in_order() -> None:
    records: tuple[Plain, ...] = tuple((number, bytes(64 << 10)) for number in range(40))
    parts = list(bodies(7, records))
    assert all(len(part) <= MAX for part in parts)
    assert 3 <= len(parts) <= 4
    data = header(FileKind.LOG, SALT)
    for part in parts:
        data += frame(SALT, len(data), part)
    found = scan(data, FileKind.LOG)
    assert tuple(found.records) == records
    assert {each.time_ms for each in found.frames} == {7}


def test_one_record_too_long_for_a_frame() -> None:
    with pytest.raises(CodecError, match=CodecReason.TOO_LONG.value):
        list(bodies(None, ((1,), (bytes(MAX),))))


# The model of a power cut: what was synced is there; of the one frame written since, any beginning may be there, and
# any 512-byte sector of it may be zeros or whatever lay on the disk before.
SECTOR = 512


def power_cuts(synced: int, tail: bytes, chance: random.Random) -> Iterator[bytes]:
    yield from (tail[:size] for size in range(len(tail) + 1))
    for _ in range(40):
        broken = bytearray(tail[: chance.randint(0, len(tail))] if chance.random() < 0.5 else tail)
        for sector in range(-(synced % SECTOR), len(broken), SECTOR):
            start, end = max(0, sector), min(len(broken), sector + SECTOR)
            match chance.choice(("there", "there", "zeros", "garbage")):
                case "zeros":
                    broken[start:end] = bytes(end - start)
                case "garbage":
                    broken[start:end] = chance.randbytes(end - start)
                case _:
                    pass
        yield bytes(broken)


@pytest.mark.parametrize("seed", range(12))
def test_no_power_cut_loses_or_invents_anything(seed: int) -> None:
    chance = random.Random(seed)
    synced = header(FileKind.LOG, chance.randbytes(8))
    salt = synced[8:]
    stored: list[Frame] = []
    for number in range(5):
        size = chance.choice([1, 20, 300, 700, 1800])
        records: tuple[Plain, ...] = tuple((number, chance.randbytes(size)) for _ in range(chance.choice([1, 1, 3])))
        tail = frame(salt, len(synced), encode((number, records)))
        written = Frame(len(synced), number, records)
        for cut in power_cuts(len(synced), tail, chance):
            found = scan(synced + cut, FileKind.LOG)
            assert found.damage is None
            assert list(found.frames) == ([*stored, written] if cut == tail else stored)
            assert found.torn == (Torn(len(synced), len(cut)) if cut not in (b"", tail) else None)
        synced += tail
        stored.append(written)
