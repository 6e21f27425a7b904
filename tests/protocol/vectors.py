"""The vectors of `docs/protocol/{statements,draw,private-file,evidence,messages}.md`, written by the reference.

Entry 0, which is on the page of statements, is among them. Nothing here comes out of `protocol`, but for the values
that a vector must be read as.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from struct import pack
from typing import Any

from eventlog.codec import Plain
from joker_lan.engine import Slot
from joker_lan.engine.cards import Suit
from joker_lan.games.classic.actions import Bid, ChooseTrump, Demand, JokerCall, LookAtFourth, Mode, Play
from protocol.deck.messages import Commit, Cut, Ready, Share
from protocol.statements import Accuse, Act, Agree, Lot, LotOpen, Name, OfDeck, Open, Said
from tests.eventlog.reference import Party, encoded, hashed
from tests.eventlog.vectors import Vector, notation, vector

Body = tuple[Plain, ...]
ONE, TWO, THREE = (bytes([each]) * 32 for each in (1, 2, 3))
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def crockford(digest: bytes, count: int) -> str:
    """The first `5 * count` bits of 32 as letters."""
    number = int.from_bytes(digest[:4], "big") >> (32 - 5 * count)
    return "".join(CROCKFORD[number // 32**place % 32] for place in reversed(range(count)))


# ---- statements -----------------------------------------------------------------------------------------------------

RIGHT: tuple[tuple[str, str, Body, Said], ...] = (
    ("name", "name", ("seat", "Ada", bytes(16)), Name("seat", "Ada", bytes(16))),
    ("name-table", "name", ("table", "Вечір", bytes(range(16))), Name("table", "Вечір", bytes(range(16)))),
    ("open", "open", (2, "classic36", 36, 32, b"", ()), Open(2, "classic36", 36, 32, b"", ())),
    ("open-draw", "open", (1, "draw", 0, 0, b"", ()), Open(1, "draw", 0, 0, b"", ())),
    ("lot", "lot", (1, ONE), Lot(1, ONE)),
    ("lot-open", "lot_open", (1, TWO), LotOpen(1, TWO)),
    ("act-bid", "act", (("bid", 3), (), ()), Act(Bid(3), (), ())),
    ("act-play", "act", (("play", (2, 7), None), ((2, 7),), (ONE,)), Act(Play(Slot(2, 7)), (Slot(2, 7),), (ONE,))),
    (
        "act-joker",
        "act",
        (("play", (2, 7), ("joker_call", "high", "H", "highest")), ((2, 7),), (ONE,)),
        Act(Play(Slot(2, 7), JokerCall(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)), (Slot(2, 7),), (ONE,)),
    ),
    ("act-trump", "act", (("choose_trump", "S"), (), ()), Act(ChooseTrump(Suit.SPADES), (), ())),
    ("act-no-trump", "act", (("choose_trump", None), (), ()), Act(ChooseTrump(None), (), ())),
    ("act-look", "act", (("look_at_fourth",), (), ()), Act(LookAtFourth(), (), ())),
    ("agree", "agree", (57, THREE), Agree(57, THREE)),
    ("accuse", "accuse", ("twice", (b"one", b"two")), Accuse("twice", (b"one", b"two"))),
    ("commit", "commit", (2, ONE, TWO, THREE), OfDeck(2, Commit(ONE, TWO, THREE))),
    ("ready", "ready", (2, ONE), OfDeck(2, Ready(ONE))),
    ("cut", "cut", (2, ONE, 17), OfDeck(2, Cut(ONE, 17))),
    ("share", "share", (2, ONE, ((0, TWO), (5, THREE))), OfDeck(2, Share(ONE, ((0, TWO), (5, THREE))))),
)
"""Name, kind, body, and what it says; decks have 36 cards."""

WRONG: tuple[tuple[str, str, Body], ...] = (
    ("kind-unknown", "sing", ()),
    ("kind-start", "start", ()),
    ("name-short", "name", ("seat", "Ada")),
    ("name-long", "name", ("seat", "Ada", bytes(16), 0)),
    ("name-bytes", "name", ("seat", b"Ada", bytes(16))),
    ("open-true", "open", (True, "draw", 0, 0, b"", ())),
    ("lot-text", "lot", ("1", ONE)),
    ("act-two-parts", "act", (("bid", 3), ())),
    ("act-unknown", "act", (("shout", 3), (), ())),
    ("act-extra", "act", (("bid", 3, 4), (), ())),
    ("act-bool", "act", (("bid", True), (), ())),
    ("act-suit", "act", (("choose_trump", "X"), (), ())),
    ("act-slot", "act", (("play", (2, 7, 1), None), (), ())),
    ("agree-nil", "agree", (None, ONE)),
    ("accuse-text", "accuse", ("twice", ("one", "two"))),
    ("cut-bool", "cut", (2, ONE, True)),
    ("share-none", "share", (2, ONE, ())),
    ("share-descending", "share", (2, ONE, ((5, TWO), (0, THREE)))),
    ("share-short-key", "share", (2, ONE, ((0, b"key"),))),
    ("commit-short", "commit", (2, ONE, TWO)),
    ("ready-no-deck", "ready", ()),
)
"""Name, kind and a body that nobody may read."""


def statements() -> Iterator[Vector]:
    """Each a kind and an encoded body."""
    for name, kind, body, _ in RIGHT:
        yield vector(f"statement-{name}", "ok", encoded(body), kind=kind, body=notation(body))
    for name, kind, body in WRONG:
        yield vector(f"statement-{name}", "unreadable", encoded(body), kind=kind, body=notation(body))


# ---- the open draw --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawCase:
    """An open draw: its lists, and the coin of each seat."""

    name: str
    lists: tuple[tuple[str, int], ...]
    coins: tuple[bytes, ...]

    game = hashed("test-game")
    ctx = hashed("test-ctx")

    def lots(self) -> list[bytes]:
        return [hashed("coin", self.ctx, bytes([player]), coin) for player, coin in enumerate(self.coins)]

    def orders(self) -> list[list[int]]:
        found = []
        for name, size in self.lists:
            tickets = [(hashed("lot", self.ctx, name.encode(), *self.coins, pack(">H", i)), i) for i in range(size)]
            found.append([i for _, i in sorted(tickets)])
        return found

    def check(self) -> str:
        return crockford(hashed("check", self.game, *self.coins), 4)


DRAWS = (
    DrawCase("classic", (("cards", 36), ("seats", 4)), tuple(hashed("test-coin", bytes([j])) for j in range(4))),
    DrawCase("two", (("seats", 2),), (bytes(32), bytes(31) + b"\1")),
    DrawCase("two-other", (("seats", 2),), (bytes(31) + b"\1", bytes(32))),
)


def draws() -> Iterator[Vector]:
    """Each the coins of all seats, joined."""
    for case in DRAWS:
        yield vector(
            f"draw-{case.name}",
            "ok",
            b"".join(case.coins),
            game=case.game.hex(),
            ctx=case.ctx.hex(),
            lists=" ".join(f"{name}:{size}" for name, size in case.lists),
            lots=" ".join(lot.hex() for lot in case.lots()),
            orders=" | ".join(" ".join(map(str, order)) for order in case.orders()),
            check=case.check(),
        )


# ---- the private file -----------------------------------------------------------------------------------------------

SECRETS: tuple[tuple[str, Body], ...] = (
    ("key", ("key", 3, ONE)),
    ("seed", ("seed", TWO, 0, ONE)),
    ("coin", ("coin", TWO, 1, ONE)),
)
NO_SECRETS: tuple[tuple[str, Plain], ...] = (
    ("key-short", ("key", 3, b"short")),
    ("key-text-seat", ("key", "3", ONE)),
    ("key-bool-seat", ("key", True, ONE)),
    ("key-negative-seat", ("key", -1, ONE)),
    ("seed-short-context", ("seed", b"short", 0, ONE)),
    ("seed-long", ("seed", TWO, 0, ONE + ONE)),
    ("coin-extra", ("coin", TWO, 1, ONE, ONE)),
    ("unknown", ("password", "secret")),
    ("no-array", 7),
)


def private_records() -> Iterator[Vector]:
    """Each one record of a secret."""
    for name, record in SECRETS:
        yield vector(f"private-{name}", "ok", encoded(record), record=notation(record))
    for name, plain in NO_SECRETS:
        yield vector(f"private-{name}", "refused", encoded(plain), record=notation(plain))


# ---- entry 0 --------------------------------------------------------------------------------------------------------

STARTS: tuple[tuple[str, str, Mapping[int, Any]], ...] = (
    ("sample", "ok", {}),
    ("format-newer", "format", {1: 2}),
    ("format-zero", "shape", {1: 0}),
    ("table-short", "seats", {2: b"table"}),
    ("game-unknown", "game", {3: "poker"}),
    ("rules-newer", "rules", {4: 2}),
    ("options-missing", "options", {5: ()}),
    ("rounds-few", "rounds", {6: 15}),
    ("rounds-many", "rounds", {6: 129}),
    ("device-idle", "seats", {8: tuple((Party(f"seat {seat}").public, 0, "person") for seat in range(2))}),
    ("seat-alone", "seats", {8: ((Party("seat 0").public, 0, "person"),)}),
    ("seat-neither-person-nor-bot", "seats", {8: tuple((Party(f"seat {i}").public, i, "dog") for i in range(2))}),
    ("key-twice", "keys", {8: tuple((Party("seat 0").public, i, "person") for i in range(2))}),
    ("key-of-small-order", "keys", {7: (Party("device 0").public, bytes(32))}),
    ("program-is-bytes", "shape", {9: b"sample 1"}),
)
"""Name, verdict, and what differs from the sample."""


def starts(options: Sequence[tuple[str, Any]]) -> Iterator[Vector]:
    """Each a whole entry 0; `options` are the default rules of classic."""
    for name, expect, changed in STARTS:
        table = Begun(options, changed)
        rules = hashed("rules", b"classic", pack(">I", 1), encoded(tuple(options)))
        named = {"game": table.game.hex(), "tag": crockford(b"table id", 6), "rules": f"R-{crockford(rules, 4)}"}
        yield vector(f"start-{name}", expect, encoded(table.first), **(named if expect == "ok" else {}))
    forged = Begun(options)
    signatures: Any = forged.first[3]
    yield vector("start-forged", "signatures", encoded((*forged.first[:3], (*signatures[:3], signatures[0]))))


# ---- evidence -------------------------------------------------------------------------------------------------------


class Begun:
    """A game that has just begun, and its keys; `changed` are parts of entry 0 by their place."""

    def __init__(self, options: Sequence[tuple[str, Any]], changed: Mapping[int, Any] | None = None) -> None:
        self.seats = (Party("seat 0"), Party("seat 1"))
        self.devices = (Party("device 0"), Party("device 1"))
        seats = tuple((seat.public, number, "person") for number, seat in enumerate(self.seats))
        devices = tuple(device.public for device in self.devices)
        start: list[Any] = ["start", 1, b"table id", "classic", 1, tuple(options), 32, devices, seats, "sample 1"]
        for place, value in (changed or {}).items():
            start[place] = value
        self.start: Body = tuple(start)
        self.game = hashed("game", encoded(self.start))
        parties = (*self.seats[: len(start[8])], *self.devices)
        self.first: Body = (0, 0, self.start, tuple(party.sign(self.game) for party in parties))

    def said(self, seat: int, text: str, seq: int = 0, signer: int | None = None) -> bytes:
        """A signed statement, packed."""
        statement = encoded(("name", seat, seq, 0, self.game, "seat", text, bytes(16)))
        digest = hashed("statement", self.game, statement)
        return encoded((statement, self.seats[seat if signer is None else signer].sign(digest)))

    def acked(self, device: int, head: bytes, n: int = 1) -> bytes:
        """A signature under a head, packed."""
        message = hashed("ack", self.game, pack(">I", 0), pack(">I", n), head)
        return encoded((device, 0, n, head, self.devices[device].sign(message)))


def evidence(options: Sequence[tuple[str, Any]]) -> Iterator[Vector]:
    """Each the body of an accusation; `options` are those of the game."""
    table = Begun(options)
    ada, eve = table.said(0, "Ada"), table.said(0, "Eve")
    cases: tuple[tuple[str, str, str, tuple[bytes, ...]], ...] = (
        ("twice", "seat 0", "twice", (ada, eve)),
        ("twice-one", "nobody", "twice", (ada,)),
        ("twice-same", "nobody", "twice", (ada, ada)),
        ("twice-other-number", "nobody", "twice", (ada, table.said(0, "Eve", seq=1))),
        ("twice-other-seat", "nobody", "twice", (ada, table.said(1, "Eve"))),
        ("twice-forged", "nobody", "twice", (ada, table.said(0, "Eve", signer=1))),
        ("heads", "device 1", "heads", (table.acked(1, ONE), table.acked(1, TWO))),
        ("heads-same", "nobody", "heads", (table.acked(1, ONE), table.acked(1, ONE))),
        ("heads-other-place", "nobody", "heads", (table.acked(1, ONE), table.acked(1, TWO, n=2))),
        ("heads-other-device", "nobody", "heads", (table.acked(1, ONE), table.acked(0, TWO))),
        ("statement-too-long-a-name", "seat 0", "statement", (table.said(0, "A" * 33),)),
        ("statement-right", "nobody", "statement", (ada,)),
        ("statement-too-early", "seat 0", "statement", (table.said(0, "Ada", seq=1),)),
        ("code-unknown", "nobody", "rude", (ada, eve)),
        ("things-garbage", "nobody", "twice", (b"\xc1", b"")),
    )
    for name, convicts, code, things in cases:
        body = encoded((code, things))
        yield vector(f"evidence-{name}", convicts, body, after="start-sample")


# ---- messages -------------------------------------------------------------------------------------------------------


def messages(options: Sequence[tuple[str, Any]]) -> Iterator[Vector]:
    """Each what one device sends another, in a game that has just begun; `options` are its house rules."""
    table = Begun(options)
    statement: Body = ("name", 0, 0, 0, table.game, "seat", "Ada", bytes(16))
    digest = hashed("statement", table.game, encoded(statement))
    author = table.seats[0].sign(digest)
    head = hashed("entry", table.game, pack(">I", 1), pack(">I", 0), digest)
    placed = hashed("ack", table.game, pack(">I", 0), pack(">I", 1), head)
    order, own = (device.sign(placed) for device in table.devices)
    entry: Body = (1, 0, statement, author, order)
    for name, plain in (
        ("say", ("say", statement, author)),
        ("entry", ("entry", entry)),
        ("entry-stub", ("entry", (1, 0, digest, author, order))),
        ("ack", ("ack", (1, 0, 1, head, own))),
        ("hello", ("hello", (0, 0, 1, head, order))),
        ("hello-nothing", ("hello", None)),
        ("want", ("want", 5)),
        ("want-last", ("want", (1 << 32) - 1)),
    ):
        yield vector(f"message-{name}", "ok", encoded(plain), message=notation(plain))
    for name, wrong in (
        ("kind-unknown", ("wave", 5)),
        ("no-array", "want"),
        ("empty", ()),
        ("say-unsigned", ("say", statement)),
        ("say-signature-short", ("say", statement, author[:63])),
        ("say-stub", ("say", digest, author)),
        ("say-twice-signed", ("say", statement, author, author)),
        ("entry-first", ("entry", (0, 0, table.start, table.first[3]))),
        ("entry-number-zero", ("entry", (0, *entry[1:]))),
        ("entry-unordered", ("entry", entry[:4])),
        ("ack-number-zero", ("ack", (1, 0, 0, head, own))),
        ("ack-head-short", ("ack", (1, 0, 1, head[:31], own))),
        ("ack-device-negative", ("ack", (-1, 0, 1, head, own))),
        ("ack-flat", ("ack", 1, 0, 1, head, own)),
        ("hello-empty", ("hello",)),
        ("hello-number-zero", ("hello", (0, 0, 0, table.game, order))),
        ("want-zero", ("want", 0)),
        ("want-too-large", ("want", 1 << 32)),
        ("want-bool", ("want", True)),
    ):
        yield vector(f"message-{name}", "refused", encoded(wrong), message=notation(wrong))
