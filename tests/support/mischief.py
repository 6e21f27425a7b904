"""Devices whose program was changed, and what must be true of a table that has one.

A `Cheat` is a session that signs what it likes with its own keys and is honest where its `Mischief` says nothing. All
others at the table run the real program; `blamed` asks them, and the audit of their logs, who did it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from eventlog.codec import Plain, decode
from eventlog.entry import Entry, Statement
from joker_lan.engine import Seat, Slot
from joker_lan.games import games
from protocol.audit import Verdict, audit_entries
from protocol.deck.dealing import own_lock
from protocol.effects import Effect, Given, Say, Send
from protocol.session import Identity, Session
from protocol.statements import OfDeck, Said, body_of, kind_of
from tests.support.lan import Device, Lan

if TYPE_CHECKING:
    from protocol.deck.context import Secrets
    from protocol.deck.deck import Deck
    from protocol.match import Match
    from protocol.offences import Guilt
    from protocol.position import JointDeck, Position
    from protocol.vault import Vault


@dataclass
class Mischief:
    """What a changed program does differently; as it stands, nothing. `done` counts how often it has been at it."""

    done: int = field(default=0, kw_only=True)

    def vault(self, vault: Vault) -> Vault:
        """Change the secrets with which the device begins."""
        return vault

    def alter(self, cheat: Cheat, seat: Seat, said: Said) -> Said:
        """Change what a seat is about to say."""
        del cheat, seat
        return said

    def interject(self, cheat: Cheat, seat: Seat) -> bool:
        """Say something that nobody asked for; tells whether it did. Asked whenever the seat may speak."""
        del cheat, seat
        return False

    def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
        """Change what leaves the device."""
        del cheat
        return (effect,)


class Cheat(Session):
    """A session with its mischief. It sends what it says to all, also as the orderer."""

    def __init__(
        self,
        identity: Identity,
        match: Match,
        vault: Vault,
        entropy: Callable[[int], bytes],
        mischief: Mischief,
    ) -> None:
        super().__init__(identity, match, mischief.vault(vault), entropy)
        self.mischief = mischief

    def step(self, given: Given) -> tuple[Effect, ...]:
        return tuple(each for effect in super().step(given) for each in self.mischief.wire(self, effect))

    def _speak_for(self, seat: Seat) -> bool:
        is_free = seat not in self._in_flight and self._is_heard(seat) and not self._is_broken
        return (is_free and self.mischief.interject(self, seat)) or super()._speak_for(seat)

    def _say(self, seat: Seat, said: Said, position: Position) -> None:
        super()._say(seat, self.mischief.alter(self, seat, said), position)
        if self.ledger.is_orderer:
            self._effects.append(Send(None, self._in_flight[seat]))

    # ---- what mischief is made of ---------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The newest final position."""
        return self.ledger.final_position

    def joint(self, number: int) -> JointDeck:
        """A deck that is in use."""
        joint = self.position.deck(number)
        assert joint is not None
        return joint

    def deck(self, number: int) -> Deck:
        """The shuffle of a deck that is in use."""
        return self.joint(number).deck

    def secrets(self, number: int, seat: Seat) -> Secrets:
        """The own secrets in a deck."""
        secrets = self.vault.secrets(self.joint(number), seat)
        assert secrets is not None
        return secrets

    def key(self, seat: Seat, slot: Slot) -> bytes:
        """The own lock key of a slot."""
        return own_lock(self.deck(slot.deck), self.secrets(slot.deck, seat), slot.place)

    def signed(
        self,
        seat: Seat,
        kind: str,
        body: tuple[Plain, ...],
        *,
        seen: Position | None = None,
        seq: int | None = None,
    ) -> Say:
        """Sign any statement; by default the next one of the seat, on what is final."""
        seen = seen or self.position
        number = self.match.last.said[seat] if seq is None else seq
        statement = Statement(kind, seat, number, seen.n, seen.chain.head, body)
        return Say(statement, self.vault.keys[seat].sign(statement.digest(self.match.terms.game_id)))

    def utter(self, say: Say, *devices: int) -> None:
        """Send a statement to some devices, or to all."""
        self._effects.extend(Send(device, say) for device in devices or (None,))

    def exclaim(self, seat: Seat, said: Said) -> None:
        """Say something to all as the seat's next statement, and wait for it as for any other."""
        say = self.signed(seat, kind_of(said), body_of(said))
        self.utter(say)
        self._fly(say)


# ---- mischief in common use ---------------------------------------------------------------------------------------


@dataclass
class Lie(Mischief):
    """Once, instead of a statement of this kind, something else. `change` may wait for its moment by saying None."""

    kind: str
    change: Callable[[Cheat, Seat, Any], Said | None]

    def alter(self, cheat: Cheat, seat: Seat, said: Said) -> Said:
        changed = None if self.done or kind_of(said) != self.kind else self.change(cheat, seat, said)
        if changed is None:
            return said
        self.done += 1
        return changed


@dataclass
class Outburst(Mischief):
    """Once, something that nobody asked for, as soon as there is something to say."""

    what: Callable[[Cheat, Seat], Said | None]

    def interject(self, cheat: Cheat, seat: Seat) -> bool:
        said = None if self.done else self.what(cheat, seat)
        if said is None:
            return False
        self.done += 1
        cheat.exclaim(seat, said)
        return True


@dataclass
class Raw(Mischief):
    """Once, any signed statement, as soon as there is one."""

    what: Callable[[Cheat, Seat], Say | None]

    def interject(self, cheat: Cheat, seat: Seat) -> bool:
        say = None if self.done else self.what(cheat, seat)
        if say is None:
            return False
        self.done += 1
        cheat.utter(say)
        cheat._fly(say)
        return True


def in_message(name: str, value: Callable[[Any], object]) -> Callable[[Cheat, Seat, Any], Said]:
    """A change of one field of a message of the shuffle."""

    def change(cheat: Cheat, seat: Seat, said: Any) -> Said:
        del cheat, seat
        return OfDeck(said.deck, replace(said.message, **{name: value(getattr(said.message, name))}))

    return change


def in_said(name: str, value: Callable[[Any], object]) -> Callable[[Cheat, Seat, Any], Said]:
    """A change of one field of any other thing said."""

    def change(cheat: Cheat, seat: Seat, said: Any) -> Said:
        del cheat, seat
        changed: Said = replace(said, **{name: value(getattr(said, name))})
        return changed

    return change


# ---- tables -------------------------------------------------------------------------------------------------------


def table(mischief: Mischief, *, cheat: int = 1, devices: int = 3, **terms: Any) -> Lan:
    """A table of classic at which one device runs a changed program; everybody has been started."""
    lan = honest_table(devices=devices, **terms)
    lan.devices[cheat].program = partial(Cheat, mischief=mischief)
    lan.start_all()
    return lan


def honest_table(
    *,
    devices: int,
    deals: int = 1,
    rounds: int = 1,
    seed: int = 1,
    kind: type[Lan] = Lan,
    seats: Mapping[int, int] | None = None,
    **options: Any,
) -> Lan:
    """A table of classic that nobody has been started at; `seats` is seat -> device, one for each if not given."""
    chosen = replace(next(iter(games()["classic"].presets.values())), deals=deals, **options)
    return kind(devices=devices, seats=seats, rounds=rounds, seed=seed, options=chosen)


def played(make: Callable[[], Mischief], *, seeds: range = range(1, 30), **terms: Any) -> Lan:
    """A table at rest at which the mischief was done: the first of several, as it may wait for its moment in vain."""
    for seed in seeds:
        mischief = make()
        lan = table(mischief, seed=seed, **terms)
        lan.run()
        if mischief.done:
            return lan
    raise AssertionError("the moment never came")


# ---- who did it? --------------------------------------------------------------------------------------------------


def others(lan: Lan, *cheats: int) -> list[Device]:
    """The devices that run the real program."""
    return [device for device in lan.devices if device.number not in cheats]


def blamed(lan: Lan, culprit: int) -> Guilt:
    """Return what every honest device holds the same device guilty of, each with evidence that convinces an audit.

    Raises:
        AssertionError: they do not agree, hold somebody else guilty, or have no evidence.
    """
    guilts: list[Guilt] = []
    for log, devices in _by_log(others(lan, culprit)):
        accusations = []
        for device in devices:
            guilt, accusation = device.running.guilt, device.running.accusation
            assert guilt is not None, f"device {device.number} does not know who did it"
            assert guilt.device == culprit, f"device {device.number} blames {guilt}"
            assert accusation is not None
            guilts.append(guilt)
            accusations.append(accusation)
        report = audit_entries((lan.genesis, *log), accusations=accusations, test_rounds=True)
        convictions = [finding for finding in report.findings if finding.code == "convicted"]
        assert "accusation-false" not in [finding.code for finding in report.findings]
        assert report.verdict is Verdict.INCOMPLETE, "right as far as it goes"
        assert len(convictions) == len(accusations) + len(devices[0].running.match.last.convictions)
        for finding in convictions:
            assert finding.about["device"] == culprit
            assert finding.seat in {None, *lan.devices[culprit].names}
    assert all(guilt == guilts[0] for guilt in guilts), f"they agree on the device, not on what it did: {guilts}"
    return guilts[0]


def _by_log(devices: Iterable[Device]) -> list[tuple[tuple[Entry, ...], list[Device]]]:
    """The different logs with the devices that hold each."""
    holders: dict[tuple[Entry, ...], list[Device]] = {}
    for device in devices:
        holders.setdefault(tuple(device.log), []).append(device)
    return list(holders.items())


def is_in_log(lan: Lan, culprit: int) -> bool:
    """Tell whether the conviction is in the log of every honest device."""
    return all(
        [conviction.device for conviction in device.running.match.last.convictions] == [culprit]
        for device in others(lan, culprit)
    )


def nobody_blamed(lan: Lan, *cheats: int) -> None:
    """Assert that no honest device holds anybody guilty, nor has anything that it could say against somebody."""
    for device in others(lan, *cheats):
        assert device.running.guilt is None, f"device {device.number} blames {device.running.guilt}"
        assert device.running.ledger.evidence is None
        assert device.running.match.last.convictions == ()


def said_by(device: Device) -> Iterator[Statement]:
    """Run through all statements in the log and in the outbox of a device."""
    for entry in device.log:
        assert isinstance(entry, Entry)
        assert isinstance(entry.statement, Statement)
        yield entry.statement
    for record in device.private:
        if isinstance(record, tuple) and record[0] == "say":
            assert isinstance(record[1], bytes)
            yield Statement.from_plain(decode(record[1]))


def has_shared(lan: Lan, deck: int, culprit: int) -> bool:
    """Tell whether a key of a deck has left any honest device."""
    return any(
        statement.kind == "share" and statement.body[0] == deck
        for device in others(lan, culprit)
        for statement in said_by(device)
    )
