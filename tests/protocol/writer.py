"""A log written entry by entry by one who holds every key: what each test of `protocol` changes one thing of.

`Writer.go_on` plays honestly: whoever is called for something says it, otherwise somebody acts. `moment` gives a writer
at the first moment of such a game that a test is looking for; it is a copy, so that a test may write on as it likes.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from eventlog.entry import Entry, Genesis, Statement
from eventlog.keys import SigningKey
from joker_lan.engine import Deck as WantDeck
from joker_lan.engine import Seat, Slot
from joker_lan.games import games
from joker_lan.games.classic.state import ClassicState, Phase
from protocol.accusing import convicted
from protocol.calls import Call, calls
from protocol.deck.context import Secrets
from protocol.deck.slicing import finish
from protocol.folding import Folded
from protocol.founding import draft, genesis
from protocol.judging import Allowed, judge
from protocol.match import Match
from protocol.offences import Guilt, Offence, Wrong
from protocol.position import JointDeck, Position
from protocol.seat import Kind
from protocol.speaking import act, needed_secret, speak
from protocol.statements import Accuse, Act, OfDeck, Said, SeatKey, body_of, kind_of
from protocol.vault import Vault
from protocol.view import View

CLASSIC = games()["classic"]
ROUNDS = 2


def options(**changes: Any) -> Any:
    """The default house rules of classic with changes."""
    return replace(next(iter(CLASSIC.presets.values())), **changes)


@dataclass
class Writer:
    """A log with all keys.

    Attributes:
        entries, folds: from entry 0 on; entry 0 folds to nothing.
        views: what each seat sees, folded along.
    """

    match: Match
    vault: Vault
    devices: tuple[SigningKey, ...]
    random: random.Random
    entries: list[Genesis | Entry]
    views: dict[Seat, View]
    folds: list[Folded] = field(default_factory=list)
    secrets: dict[tuple[bytes, Seat], Secrets] = field(default_factory=dict)

    # ---- reading --------------------------------------------------------------------------------------------------

    @property
    def last(self) -> Position:
        """The newest position."""
        return self.match.last

    def at(self, n: int) -> Position:
        """A position that is still remembered."""
        position = self.match.at(n)
        assert position is not None
        return position

    def copy(self) -> "Writer":
        """A writer that may go on by itself."""
        return replace(
            self,
            random=random.Random(f"copy {self.last.n}"),
            entries=list(self.entries),
            views=dict(self.views),
            folds=list(self.folds),
            secrets=dict(self.secrets),
        )

    def asked(self) -> dict[Seat, tuple[Call, ...]]:
        """What the newest position asks of each seat."""
        return {seat: calls(self.last, seat) for seat in self.last.terms.seats}

    def kinds(self) -> dict[Seat, tuple[str, ...]]:
        """The kinds of what is asked of each seat."""
        return {seat: tuple(call.kind for call in asked) for seat, asked in self.asked().items()}

    # ---- saying ---------------------------------------------------------------------------------------------------

    def statement(self, seat: Seat, said: Said | tuple[str, tuple[Any, ...]], *, seen: int | None = None) -> Statement:
        """The next statement of a seat; `said` may also be a kind and any body."""
        kind, body = said if isinstance(said, tuple) else (kind_of(said), body_of(said))
        position = self.last if seen is None else self.at(seen)
        return Statement(kind, seat, position.said[seat], position.n, position.chain.head, body)

    def signature(self, statement: Statement) -> bytes:
        """Its author's signature."""
        return self.vault.keys[statement.seat].sign(statement.digest(self.last.terms.game_id))

    def ordered(self, statement: Statement) -> Entry:
        """The statement as the next entry, whatever it says."""
        orderer = self.devices[self.last.orderer(0)]
        return self.last.chain.ordered(statement, self.signature(statement), epoch=0, orderer=orderer)

    def put(self, entry: Entry) -> Folded:
        """Append an entry."""
        self.match, folded = self.match.append(entry)
        self.entries.append(entry)
        self.folds.append(folded)
        for joint in folded.position.decks():
            for seat in self.vault.seats:
                secrets = self.vault.secrets(joint, seat)
                if secrets is not None:
                    self.secrets.setdefault((joint.deck.ctx, seat), secrets)
        for seat, view in self.views.items():
            self.views[seat], _ = view.follow(folded, self.secrets)
        return folded

    def say(self, seat: Seat, said: Said | tuple[str, tuple[Any, ...]], *, seen: int | None = None) -> Folded:
        """A seat says something right."""
        return self.put(self.ordered(self.statement(seat, said, seen=seen)))

    def judged(
        self, seat: Seat, said: Said | tuple[str, tuple[Any, ...]], *, seen: int | None = None
    ) -> Allowed | Offence:
        """The judgement on what a seat would say, of which anything may be wrong."""
        statement = self.statement(seat, said, seen=seen)
        position = self.last if seen is None else self.at(seen)
        return judge(statement, position, self.last, convict=self.convicted)

    def convicted(self, accusation: Accuse) -> Guilt | None:
        """Who is guilty by this log."""
        return convicted(accusation, self.match)

    def answer(self, seat: Seat, call: Call | str) -> Said:
        """The honest answer to a call; a kind alone stands for the call of this kind."""
        if isinstance(call, str):
            call = next(each for each in calls(self.last, seat) if each.kind == call)
        fresh = self.random.randbytes(32)
        record = needed_secret(call, seat, self.last, self.vault, fresh)
        if record is not None:
            self.vault = self.vault.with_record(record)
        return finish(speak(call, seat, self.last, self.vault, name=f"Seat {seat}", fresh=self.random.randbytes(32)))

    def act(self, seat: Seat, action: Any = None) -> Act:
        """A choice of a seat with the keys that it needs; a legal one if none is named."""
        state = self.views[seat].state
        if action is None:
            action = self.random.choice(CLASSIC.offers(state, seat))
        return act(action, seat, state, self.last, self.vault)

    def go_on(self) -> bool:
        """Write one honest entry more: the first thing that is called for, otherwise a choice; False at the end."""
        for seat in self.last.terms.seats:
            for call in calls(self.last, seat):
                self.say(seat, self.answer(seat, call))
                return True
        for seat in self.last.terms.seats:
            if self.last.may_act(seat):
                self.say(seat, self.act(seat))
                return True
        return False

    def until(self, found: Callable[["Writer"], bool]) -> "Writer":
        """Go on honestly until the test's moment."""
        while not found(self):
            assert self.go_on(), "the game ended before that moment"
        return self


def begun(
    *, seats: int = 2, devices: Mapping[Seat, int] | None = None, seed: int = 1, rules: Any = None, kind: str = "bot"
) -> Writer:
    """A log of entry 0 alone; by default each seat has a device of its own."""
    source = random.Random(f"writer {seed} {seats}")
    where = dict(devices) if devices is not None else {seat: seat for seat in range(seats)}
    keys = {seat: SigningKey(source.randbytes(32)) for seat in range(seats)}
    device_keys = tuple(SigningKey(source.randbytes(32)) for _ in set(where.values()))
    start = draft(
        table=source.randbytes(8),
        game=CLASSIC,
        options=rules if rules is not None else options(deals=2),
        rounds=ROUNDS,
        devices=[key.public for key in device_keys],
        seats=[SeatKey(keys[seat].public, where[seat], Kind(kind)) for seat in range(seats)],
        program="test 1",
    )
    first = genesis(start, keys, device_keys)
    match = Match.begin(first, test_rounds=True)
    views = {seat: View.begin(match.last, seat) for seat in keys}
    return Writer(match, Vault(keys=keys), device_keys, source, [first], views, [Folded(match.last)])


@lru_cache(maxsize=8)
def story(seats: int = 2, deals: int = 2) -> tuple[Writer, ...]:
    """A whole honest game, one writer for each moment of it; they are shared, so copy before writing on."""
    writer = begun(seats=seats, rules=options(deals=deals))
    moments = [writer.copy()]
    while writer.go_on():
        moments.append(writer.copy())
    return tuple(moments)


def moment(found: Callable[[Writer], bool], *, seats: int = 2, deals: int = 2) -> Writer:
    """A writer at the first moment of an honest game that is looked for."""
    return next(writer for writer in story(seats, deals) if found(writer)).copy()


def asks(kind: str, seat: Seat = 0) -> Callable[[Writer], bool]:
    """The moment when a seat is asked for this kind."""
    return lambda writer: any(call.kind == kind for call in calls(writer.last, seat))


def may_act(seat: Seat | None = None) -> Callable[[Writer], bool]:
    """The moment when a seat (any, by default) may act."""
    return lambda writer: any(
        writer.last.may_act(each) for each in writer.last.terms.seats if seat is None or each == seat
    )


def classic(position: Position) -> ClassicState:
    """The public state of a position as what it is in these tests."""
    assert isinstance(position.state, ClassicState)
    return position.state


def cutter_of(position: Position) -> Seat:
    """Who cuts the deck that is wanted."""
    assert isinstance(position.state.wants, WantDeck)
    return position.state.wants.cutter


def wrong(judged: Allowed | Offence) -> Wrong:
    """Why it was not allowed."""
    assert isinstance(judged, Offence)
    return judged.wrong


def playing(writer: Writer) -> bool:
    """Somebody may play a card."""
    return may_act()(writer) and classic(writer.last).phase is Phase.PLAYING


def bidding(writer: Writer) -> bool:
    """Somebody may bid."""
    return may_act()(writer) and classic(writer.last).phase is Phase.BIDDING


def actor(writer: Writer) -> int:
    """Whose turn it is."""
    (seat,) = writer.last.state.to_act
    return int(seat)


def hand(writer: Writer, seat: Seat) -> tuple[Slot, ...]:
    """The closed cards of a seat."""
    return tuple(writer.last.state.table.pile(f"hand{seat}"))


def dealt(writer: Writer) -> JointDeck:
    """The deck on the table."""
    assert writer.last.playing is not None
    return writer.last.playing


def message_of(said: Said) -> Any:
    """The message of the shuffle that is said."""
    assert isinstance(said, OfDeck)
    return said.message


def statement_of(writer: Writer, n: int = -1) -> Statement:
    """The statement of an entry, the newest by default."""
    entry = writer.entries[n]
    assert isinstance(entry, Entry)
    assert isinstance(entry.statement, Statement)
    return entry.statement
