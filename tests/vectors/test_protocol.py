"""The vectors of the protocol on the disk: written by the reference, and judged by `protocol` as they say."""

import re
from itertools import chain
from pathlib import Path

import pytest

from eventlog.codec import decode
from eventlog.entry import Entry, Genesis, Statement, entry_from_plain
from eventlog.store import read_log
from joker_lan.engine import Draw
from joker_lan.engine.options import pairs
from joker_lan.games import games
from protocol.accusing import convicted
from protocol.deck.faults import Fault
from protocol.deck.messages import MESSAGES, parse
from protocol.deck.transcript import coin_commitment
from protocol.draw import OpenDraw
from protocol.effects import Acked, Hello, Ordered, Say
from protocol.match import Match
from protocol.messages import BadMessage, decoded, encoded, to_plain
from protocol.offences import Guilt
from protocol.statements import Accuse, OfDeck, Said, Unreadable, body_of, deck_number, kind_of, read_body
from protocol.terms import BadTerms, read_terms
from protocol.vault import BadRecord, Vault, coin_record, key_record, seed_record
from tests.eventlog.vectors import Vector, notation
from tests.protocol.vectors import RIGHT, SECRETS, draws, evidence, messages, private_records, starts, statements
from tests.support.golden import Golden

FOLDER = Path(__file__).parent
DOCS = Path(__file__).parents[2] / "docs" / "protocol"
CLASSIC = games()["classic"]
OPTIONS = pairs(next(iter(CLASSIC.presets.values())))
FORMATS = ("statement", "start", "draw", "private", "evidence", "message")


def all_vectors() -> list[Vector]:
    of_games = (starts(OPTIONS), evidence(OPTIONS), messages(OPTIONS))
    return list(chain(statements(), draws(), private_records(), *of_games))


NAMES = [each.name for each in all_vectors()]


def of_format(kind: str) -> list[str]:
    return [name for name in NAMES if name.startswith(f"{kind}-")]


def read(name: str) -> Vector:
    return Vector.parse(name, (FOLDER / f"{name}.vec").read_text("ascii"))


def test_the_files_are_those_of_the_reference(request: pytest.FixtureRequest) -> None:
    golden = Golden(FOLDER, update=request.config.getoption("--golden") == "update")
    for each in all_vectors():
        golden(each.text(), f"{each.name}.vec")


def test_there_are_no_others() -> None:
    found = {path.stem for kind in FORMATS for path in FOLDER.glob(f"{kind}-*.vec")}
    assert found == set(NAMES)
    assert len(NAMES) == len(set(NAMES))


def said_by(kind: str, data: bytes) -> Said:
    """What a body says, for a deck of 36 cards."""
    body = decode(data)
    assert isinstance(body, tuple)
    number = deck_number(kind, body)
    if number is None:
        return read_body(kind, body, CLASSIC.actions)
    message = parse(kind, body[1:], 36, 32)
    if isinstance(message, Fault):
        raise Unreadable
    return OfDeck(number, message)


@pytest.mark.parametrize("name", of_format("statement"))
def test_statement(name: str) -> None:
    case = read(name)
    kind = case.fields["kind"]
    assert notation(decode(case.data)) == case.fields["body"]
    if case.fields["expect"] == "unreadable":
        with pytest.raises(Unreadable):
            said_by(kind, case.data)
        return
    said = said_by(kind, case.data)
    assert said == next(each for short, _, _, each in RIGHT if name == f"statement-{short}")
    assert (kind_of(said), body_of(said)) == (kind, decode(case.data))


def test_every_kind_that_is_short_enough_has_a_vector() -> None:
    long = {"shuffle", "shadow", "coin", "answer", "lock", "reveal"}  # see the golden deal on the page of the shuffle
    kinds = {"name", "open", "lot", "lot_open", "act", "agree", "accuse", *MESSAGES}
    assert {kind for _, kind, _, _ in RIGHT} == kinds - long


@pytest.mark.parametrize("name", of_format("start"))
def test_start(name: str) -> None:
    case = read(name)
    first = Genesis.from_plain(decode(case.data))
    if case.fields["expect"] != "ok":
        with pytest.raises(BadTerms, match=f"^{case.fields['expect']}$"):
            read_terms(first)
        return
    terms = read_terms(first)
    named = {"game": terms.game_id.hex(), "tag": terms.tag, "rules": terms.rules_code}
    assert named == {field: case.fields[field] for field in named}


@pytest.mark.parametrize("name", of_format("draw"))
def test_draw(name: str) -> None:
    case = read(name)
    ctx, game = bytes.fromhex(case.fields["ctx"]), bytes.fromhex(case.fields["game"])
    coins = [case.data[at : at + 32] for at in range(0, len(case.data), 32)]
    lots = [bytes.fromhex(each) for each in case.fields["lots"].split(" ")]
    assert [coin_commitment(ctx, player, coin) for player, coin in enumerate(coins)] == lots
    lists = tuple((word.split(":")[0], int(word.split(":")[1])) for word in case.fields["lists"].split(" "))
    draw = OpenDraw(1, ctx, Draw(lists), tuple(range(len(coins))), coins=dict(enumerate(coins)))
    orders = tuple(tuple(map(int, order.split(" "))) for order in case.fields["orders"].split(" | "))
    assert draw.orders() == orders
    assert draw.check_letters(game) == case.fields["check"]


@pytest.mark.parametrize("name", of_format("private"))
def test_private_record(name: str) -> None:
    case = read(name)
    record = decode(case.data)
    assert notation(record) == case.fields["record"]
    if case.fields["expect"] == "refused":
        with pytest.raises(BadRecord):
            Vault().with_record(record)
        return
    vault = Vault().with_record(record)
    written = [
        *(key_record(seat, key.seed) for seat, key in vault.keys.items()),
        *(seed_record(ctx, seat, seed) for (ctx, seat), seed in vault.seeds.items()),
        *(coin_record(ctx, seat, coin) for (ctx, seat), coin in vault.coins.items()),
    ]
    assert written == [record]
    assert record in [plain for _, plain in SECRETS]


def named(guilt: Guilt | None) -> str:
    if guilt is None:
        return "nobody"
    return f"device {guilt.device}" if guilt.seat is None else f"seat {guilt.seat}"


@pytest.mark.parametrize("name", of_format("evidence"))
def test_evidence(name: str) -> None:
    case = read(name)
    match = Match.begin(Genesis.from_plain(decode(read(case.fields["after"]).data)))
    body = decode(case.data)
    assert isinstance(body, tuple)
    accusation = read_body("accuse", body, CLASSIC.actions)
    assert isinstance(accusation, Accuse)
    assert named(convicted(accusation, match)) == case.fields["expect"]


@pytest.mark.parametrize("name", of_format("message"))
def test_message(name: str) -> None:
    case = read(name)
    plain = decode(case.data)
    assert notation(plain) == case.fields["message"]
    if case.fields["expect"] == "refused":
        with pytest.raises(BadMessage):
            decoded(case.data)
        return
    message = decoded(case.data)
    assert to_plain(message) == plain
    assert encoded(message) == case.data


def test_the_signatures_in_messages_are_those_of_the_game() -> None:
    """What is said, entered, acked and greeted with there is one entry, so a reader can check them all against it."""
    match = Match.begin(Genesis.from_plain(decode(read("start-sample").data)))
    said, entered, acked, greeted = (decoded(read(f"message-{name}").data) for name in ("say", "entry", "ack", "hello"))
    assert isinstance(entered, Ordered)
    match, _ = match.append(entered.entry)
    assert isinstance(entered.entry.statement, Statement)
    assert said == Say(entered.entry.statement, entered.entry.signature)
    terms, head = match.last.terms, match.last.chain.head
    assert isinstance(acked, Acked)
    assert isinstance(greeted, Hello)
    for device, ack in ((1, acked.ack), (0, greeted.newest)):
        assert ack is not None
        assert (ack.device, ack.n, ack.head) == (device, 1, head)
        assert ack.is_signed(terms.game_id, terms.start.devices[device])


@pytest.mark.parametrize("page", ["statements", "draw", "private-file", "evidence", "messages"])
def test_samples_of_the_pages_are_vectors(page: str) -> None:
    blocks = re.findall(r"^```\n(format: .*?)^```$", (DOCS / f"{page}.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    assert set(blocks) <= {each.text() for each in all_vectors()}


def test_the_log_on_the_page_is_the_one_in_the_file() -> None:
    block = re.findall(r"^```\n(0 start .*?)^```$", (DOCS / "session.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)[
        0
    ]
    shown = [tuple(words.split()) for words in block.replace("\n", " ").split(" · ")]
    log = read_log(FOLDER.parent / "golden" / "logs" / "two-devices.jlog")
    entries = [entry_from_plain(record) for record in log.records]
    held = [
        (str(entry.n), entry.statement.kind, str(entry.statement.seat))
        for entry in entries
        if isinstance(entry, Entry) and isinstance(entry.statement, Statement)
    ]
    assert shown == [("0", "start"), *held]


def test_the_report_on_the_page_is_the_one_in_the_file() -> None:
    report = (FOLDER.parent / "golden" / "logs" / "two-on-a-sofa.txt").read_text("utf-8")
    assert f"```\n{report}```" in (DOCS / "audit.md").read_text("utf-8")
