"""The vectors on the disk: written by the reference, and judged by `eventlog` as they say."""

import re
from pathlib import Path

import pytest

from eventlog.chain import Chain
from eventlog.codec import decode
from eventlog.entry import Entry, Genesis, Statement, entry_from_plain
from eventlog.errors import ChainFault, CodecError, EntryError, NotALog, StoreReason
from eventlog.hashing import tagged_hash
from eventlog.keys import is_identity
from eventlog.store import FileKind, read_log
from tests.eventlog.reference import encoded, hashed, short_table
from tests.eventlog.vectors import Vector, all_vectors, notation
from tests.support.golden import Golden

FOLDER = Path(__file__).parent
NAMES = [each.name for each in all_vectors()]


def read(name: str) -> Vector:
    return Vector.parse(name, (FOLDER / f"{name}.vec").read_text("ascii"))


def of_format(kind: str) -> list[str]:
    return [name for name in NAMES if name.startswith(f"{kind}-")]


def test_the_files_are_those_of_the_reference(request: pytest.FixtureRequest) -> None:
    golden = Golden(FOLDER, update=request.config.getoption("--golden") == "update")
    for each in all_vectors():
        golden(each.text(), f"{each.name}.vec")


def test_there_are_no_others() -> None:
    ours = {f"{name}.vec" for name in NAMES}
    kinds = ("encoding", "hash", "identity", "entry", "file")
    assert {path.name for kind in kinds for path in FOLDER.glob(f"{kind}-*.vec")} == ours
    assert len(ours) == len(NAMES)


@pytest.mark.parametrize("name", of_format("encoding"))
def test_encoding(name: str) -> None:
    case = read(name)
    try:
        value = decode(case.data)
    except CodecError as error:
        verdict, written = error.reason.value, None
    else:
        verdict, written = "ok", notation(value)
    assert verdict == case.fields["expect"]
    assert written == case.fields.get("value")


@pytest.mark.parametrize("name", of_format("hash"))
def test_hash(name: str) -> None:
    case = read(name)
    parts = [] if case.fields["parts"] == "none" else case.fields["parts"].split(" ")
    assert tagged_hash(case.fields["label"], *(bytes.fromhex(part[2:-1]) for part in parts)) == case.data


@pytest.mark.parametrize("name", of_format("identity"))
def test_identity(name: str) -> None:
    case = read(name)
    assert is_identity(case.data) is (case.fields["expect"] == "ok")


def judged(case: Vector) -> tuple[str, int, bytes]:
    """Reason, number of the entry it is about, head so far."""
    keys = tuple(map(bytes.fromhex, case.fields["keys"].split(" ")))
    records = decode(case.data)
    assert isinstance(records, tuple)
    chain: Chain | None = None
    for place, record in enumerate(records):
        head = chain.head if chain else b""
        try:
            entry = entry_from_plain(record)
        except EntryError as error:
            return error.reason.value, place, head
        following: Chain | ChainFault
        if chain is None:
            assert isinstance(entry, Genesis)
            following = Chain.begin(entry, keys)
        else:
            assert isinstance(entry, Entry)
            authors = (keys[entry.statement.seat],) if isinstance(entry.statement, Statement) else keys[:-1]
            following = chain.append(entry, authors=authors, orderer=keys[-1])
        if isinstance(following, ChainFault):
            return following.reason.value, place, head
        chain = following
    assert chain is not None
    return "ok", len(records), chain.head


@pytest.mark.parametrize("name", of_format("entry"))
def test_entry(name: str) -> None:
    case = read(name)
    verdict, place, head = judged(case)
    assert verdict == case.fields["expect"]
    if verdict == "ok":
        assert head.hex() == case.fields["head"]
    else:
        assert place == int(case.fields["at"])


@pytest.mark.parametrize("name", of_format("file"))
def test_file(name: str, tmp_path: Path) -> None:
    case = read(name)
    path = tmp_path / "file"
    path.write_bytes(case.data)
    kind = FileKind.OWN if case.fields.get("kind") == "own" else FileKind.LOG
    expect = case.fields["expect"]
    if expect in {StoreReason.NOT_A_LOG, StoreReason.NEWER_FORMAT}:
        with pytest.raises(NotALog, match=expect):
            read_log(path, kind)
        return
    found = read_log(path, kind)
    if found.beginning:
        assert expect == "beginning"
        return
    assert len(found.frames) == int(case.fields["frames"])
    assert len(list(found.records)) == int(case.fields["records"])
    if found.torn is not None:
        assert (expect, case.fields["at"]) == ("torn", str(found.torn.offset))
    elif found.damage is not None:
        assert (expect, case.fields["at"]) == (found.damage.reason.value, str(found.damage.offset))
    else:
        assert expect == "ok"


DOCS = Path(__file__).parents[2] / "docs" / "protocol"
PAGES = ("encoding", "keys", "entry", "log-file")


@pytest.mark.parametrize("page", PAGES)
def test_samples_of_the_pages_are_vectors(page: str) -> None:
    blocks = re.findall(r"^```\n(format: .*?)^```$", (DOCS / f"{page}.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    texts = {each.text() for each in all_vectors()}
    assert set(blocks) <= texts
    assert len(blocks) >= 2 or page == "entry"


def test_the_sample_of_the_entry_page() -> None:
    shown = re.sub(r"\s+", "", (DOCS / "entry.md").read_text("utf-8"))
    table = short_table()
    first, (n, epoch, statement, signature, order_signature) = table.entries[:2]
    assert isinstance(signature, bytes)
    assert isinstance(order_signature, bytes)
    digest = hashed("statement", table.game, encoded(statement))
    placed = hashed("ack", table.game, bytes(4), bytes([0, 0, 0, 1]), table.heads[1])
    assert (n, epoch) == (1, 0)
    for text in (notation(first[2]), notation(statement)):
        assert re.sub(r"\s+", "", text) in shown
    for data in (table.game, encoded(statement), digest, signature, table.heads[1], placed, order_signature):
        assert data.hex() in shown
