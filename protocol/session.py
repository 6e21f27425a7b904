"""One device at the table: a machine without input and output, told what comes and answering what is to be done.

How it works. `step` takes one input and returns effects. Inside, these are tried until none of them changes anything
more: *grow* (the ledger orders statements, or checks and folds the entries that came), *check* (start the costly proofs
of others), *speak* (each local seat says what the final position asks of it, or what its player wished). A seat has one
statement in flight at a time, and everything said builds on final entries only. An offence that is seen ends the game:
its evidence is said as an accusation.

Randomness is an argument (`entropy`); there is no clock. Page: `docs/protocol/session.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, assert_never

from eventlog.codec import Plain, decode
from eventlog.entry import Entry, Statement
from eventlog.keys import SigningKey
from joker_lan.engine import PlainError, Seat, State, from_plain, to_plain
from protocol.accusing import convicted
from protocol.calls import Call, calls
from protocol.deck.slicing import finish
from protocol.effects import (
    Acked,
    Answer,
    Begin,
    Compute,
    Computed,
    Effect,
    Given,
    Hello,
    KeepPrivate,
    LinkDown,
    LinkUp,
    Message,
    Ordered,
    Received,
    Say,
    Send,
    Show,
    Want,
    Wished,
)
from protocol.ledger import Ledger
from protocol.proofs import ProofCheck, due_checks, vouched_for
from protocol.seat import Done, Notice, Refused
from protocol.speaking import COSTLY, act, lacks_secret, lost_seat, needed_secret, speak
from protocol.statements import Said, as_name, body_of, is_sayable, kind_of
from protocol.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from eventlog.checkpoint import Ack
    from protocol.deck.context import Secrets
    from protocol.deck.slicing import Slices
    from protocol.folding import Folded
    from protocol.match import Match
    from protocol.offences import Guilt
    from protocol.position import Position
    from protocol.statements import Accuse
    from protocol.vault import Vault


@dataclass(frozen=True, slots=True)
class Identity:
    """Who this device is: its number at the table, its device key, the names of its seats, the title of the table."""

    device: int
    key: SigningKey
    names: dict[Seat, str] = field(default_factory=dict)
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Speech:
    """A statement that a seat is working on."""

    seat: Seat
    call: Call


class Session:
    """One device at the table; see the module.

    Attributes:
        ledger: the device's copy of the log.
        guilt: who was found guilty first; the game ends with it.
        accusation: the accusation that this device makes or has accepted.
    """

    def __init__(self, identity: Identity, match: Match, vault: Vault, entropy: Callable[[int], bytes]) -> None:
        self.identity = identity
        self.ledger = Ledger(match, identity.device, identity.key)
        self.vault = vault
        self.guilt: Guilt | None = None
        self.accusation: Accuse | None = None
        self.reachable: set[int] = set()
        self._entropy = entropy
        self._views = {seat: View.begin(match.last, seat) for seat in vault.seats}
        self._secrets: dict[tuple[bytes, Seat], Secrets] = {}
        self._in_flight: dict[Seat, Say] = {}
        self._prepared: dict[Seat, tuple[Call, Said]] = {}
        self._wishes: dict[Seat, list[Wished]] = {seat: [] for seat in vault.seats}
        self._granted: dict[Seat, Wished] = {}
        self._met: dict[int, Ack | None] = {}
        self._passed: set[ProofCheck] = set()
        self._jobs: dict[int, ProofCheck | _Speech] = {}
        self._job_count = 0
        self._effects: list[Effect] = []
        self._news: dict[Seat, list[object]] = {}
        self._begun = False
        self._has_accused = False
        self._weighed_at = -1
        self._notices: dict[Seat, tuple[Notice, ...]] = {}

    # ---- what a face may ask --------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The fold of the whole log here."""
        return self.ledger.match

    @property
    def missing(self) -> tuple[int, ...]:
        """The devices that cannot be reached."""
        return tuple(device for device in self._others if device not in self.reachable)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The devices that this one waits for: they cannot be reached, or, before it may sign anything, have not said
        or not sent what they have."""
        is_current = self.ledger.is_current
        return tuple(
            device
            for device in self._others
            if device not in self.reachable or not (is_current or self._has_caught_up_with(device))
        )

    @property
    def lost(self) -> Seat | None:
        """The lowest local seat whose secrets for what is going on are not in the private file."""
        return lost_seat(self.match.last, self.vault)

    @property
    def _others(self) -> Iterable[int]:
        return (device for device in range(self.ledger.devices) if device != self.identity.device)

    def view(self, seat: Seat) -> State:
        """Return the newest state as a local seat sees it."""
        return self._views[seat].state

    def notices(self, seat: Seat) -> tuple[Notice, ...]:
        """Return what the player of a local seat should know: `lapsed`, its last choice came too late to count."""
        return self._notices.get(seat, ())

    def may_act(self, seat: Seat) -> bool:
        """Tell whether a wish of the seat would be taken now."""
        flying = self._in_flight.get(seat)
        is_acting = bool(self._wishes[seat]) or (flying is not None and flying.statement.kind == "act")
        if is_acting or self._is_broken or self._is_ahead or not self._is_heard(seat):
            return False
        return self.ledger.final_position.may_act(seat)

    @property
    def _is_ahead(self) -> bool:
        """Whether players see a newer state than the final one, by which everybody will judge what they do."""
        return self.ledger.final_position.state is not self.match.last.state

    # ---- coming back ----------------------------------------------------------------------------------------------

    def recall(self, entry: Entry, match: Match, folded: Folded) -> None:
        """Take over an entry of the own log when the session is built again after a start; before `Begin`."""
        self.ledger.recall(entry, match, max(match.last.seen[seat] for seat in self.vault.seats))
        self._follow(entry, folded)

    def recall_statement(self, encoded: bytes, signature: bytes) -> None:
        """Take back an own statement of the outbox; after the entries, before `Begin`."""
        statement = Statement.from_plain(decode(encoded))
        if statement.seq >= self.match.last.said[statement.seat]:
            self._fly(Say(statement, signature))

    # ---- the machine ----------------------------------------------------------------------------------------------

    def step(self, given: Given) -> tuple[Effect, ...]:
        """Take one input and return what is to be done, in order."""
        match given:
            case Begin():
                self._begun = True
                self._news.clear()  # what was recalled is no news
                self._notices.clear()
                self.ledger.begin()
                self._tell_all()
            case Received(device, message):
                self._effects.extend(self._receive(device, message))
            case Wished(seat):
                self._wishes[seat].append(given)
            case Computed(job, result):
                self._computed(self._jobs.pop(job), result)
            case LinkUp(device):
                self.reachable.add(device)
                self._effects.extend(self.ledger.greetings(device))
                self._tell_all()
            case LinkDown(device):
                self.reachable.discard(device)
                self._tell_all()
            case _:
                assert_never(given)
        if self._begun:
            self._advance()
        effects, self._effects = tuple(self._effects), []
        return effects

    def _receive(self, device: int, message: Message) -> Iterable[Effect]:
        match message:
            case Say():
                return self.ledger.hear(device, message)
            case Ordered(entry):
                return self.ledger.receive(device, entry)
            case Acked(ack):
                return self.ledger.acknowledged(device, ack)
            case Hello(newest):
                if self.ledger.is_signed(message):
                    self._met.setdefault(device, newest)
                return self.ledger.greeted(device, message)
            case Want(n):
                return self.ledger.wanted(device, n)
            case _:
                assert_never(message)

    def _advance(self) -> None:
        final = self.ledger.final
        while self._grow() or self._check() or self._speak():
            pass
        self._refuse_late_wishes()
        if self.ledger.final != final:
            self._tell_all()
        self._effects.extend(Show(seat, tuple(news)) for seat, news in self._news.items())
        self._news.clear()

    def _look_around(self) -> None:
        """After a start nothing is signed before all others have told what they know, and it has been taken: this may
        be an older copy of the device, which does not know all that it has said."""
        if not self.ledger.is_current and all(map(self._has_caught_up_with, self._others)):
            self._effects.extend(self.ledger.catch_up())
            self._tell_all()

    def _has_caught_up_with(self, device: int) -> bool:
        return device in self._met and self.ledger.holds(self._met[device])

    def _refuse_late_wishes(self) -> None:
        """Answer the wishes that can never be granted: the game has ended."""
        code = "broken" if self._is_broken else "game-over" if self.match.last.is_over else ""
        if code:
            for wishes in self._wishes.values():
                while wishes:
                    self._refuse(wishes.pop(0), Refused(code=code))
            for wish in self._granted.values():  # said, but it can never be kept now
                self._refuse(wish, Refused(code=code))
            self._granted.clear()

    @property
    def _is_broken(self) -> bool:
        return self.guilt is not None or bool(self.match.last.convictions) or self.lost is not None

    def _tell_all(self) -> None:
        for seat in self.vault.seats:
            self._news.setdefault(seat, [])

    def _grow(self) -> bool:
        self._look_around()
        if self.ledger.is_orderer and self.ledger.is_current:
            grown, effects = self.ledger.order()
        else:
            grown, effects = self.ledger.take()
            self.ledger.judge_heard()
        self._effects.extend(effects)
        self._answer_granted(is_kept=False)
        for entry, folded in grown:
            self._follow(entry, folded)
        for seat, say in list(self._in_flight.items()):
            if self.ledger.final_position.said[seat] > say.statement.seq:
                del self._in_flight[seat]
        self._look_for_guilt()
        return bool(grown)

    def _follow(self, entry: Entry, folded: Folded) -> None:
        """Let the local seats see what an entry did, and its author, if it did nothing."""
        statement = entry.statement
        if folded.lapsed and isinstance(statement, Statement) and statement.kind == "act":
            self._notices[statement.seat] = (Notice("lapsed", {"entry": entry.n}),)
        for joint in folded.position.decks():
            for seat in self.vault.seats:
                key = joint.deck.ctx, seat
                if key not in self._secrets and (secrets := self.vault.secrets(joint, seat)) is not None:
                    self._secrets[key] = secrets
        for seat, view in self._views.items():
            self._views[seat], happenings = view.follow(folded, self._secrets)
            self._news.setdefault(seat, []).extend(happenings)

    # ---- costly checks --------------------------------------------------------------------------------------------

    def _check(self) -> bool:
        position, started = self.match.last, False
        if self.guilt is not None:
            return False
        for check in due_checks(position, self.vault.seats):
            if check not in self._passed and check not in self._jobs.values():
                self._compute(check, check.work(position))
                started = True
        return started

    def _is_checked(self, call: Call, position: Position) -> bool:
        """Tell whether everything was checked that the answer to a call vouches for."""
        return all(check in self._passed for check in vouched_for(call, position, self.vault.seats))

    def _compute(self, purpose: ProofCheck | _Speech, work: Slices[Any]) -> None:
        self._job_count += 1
        self._jobs[self._job_count] = purpose
        self._effects.append(Compute(self._job_count, work))

    def _computed(self, purpose: ProofCheck | _Speech, result: Any) -> None:
        match purpose:
            case _Speech(seat, call):
                self._prepared[seat] = (call, result)
            case ProofCheck() if result is None:
                self._passed.add(purpose)
            case ProofCheck():
                self.ledger.accuse(purpose.accusation())
                self._look_for_guilt()

    # ---- speaking -------------------------------------------------------------------------------------------------

    def _speak(self) -> bool:
        if self.ledger.final_position.is_over or not self.ledger.is_current:
            return False
        return any([self._speak_for(seat) for seat in self.vault.seats])

    def _is_heard(self, seat: Seat) -> bool:
        """Tell whether all that the seat has said is final, as far as the log has it."""
        return self.ledger.final_position.said[seat] == self.match.last.said[seat]

    def _speak_for(self, seat: Seat) -> bool:
        known = self.ledger.heard_from(seat)
        if seat not in self._in_flight and known is not None:
            self._send(known)  # said before an older copy of this device was put back
        if seat in self._in_flight or not self._is_heard(seat):
            return False
        position = self.ledger.final_position
        if self.guilt is not None or self.match.last.convictions:
            return self._speak_accusation(seat)
        if self._grant_wish(seat, position):
            return True
        for call in calls(position, seat):
            if not self._is_checked(call, position) or _Speech(seat, call) in self._jobs.values():
                continue
            if lacks_secret(call, seat, position, self.vault):
                continue  # an older copy of the private file: nobody can say that any more
            if (said := self._answer_to(seat, call, position)) is not None:
                self._say(seat, said, position)
                return True
        return False

    def _answer_to(self, seat: Seat, call: Call, position: Position) -> Said | None:
        """Return the answer to a call, or None if it is a job that was started here."""
        prepared = self._prepared.get(seat)
        if prepared is not None and prepared[0] == call:
            del self._prepared[seat]
            return prepared[1]
        record = needed_secret(call, seat, position, self.vault, self._entropy(32))
        if record is not None:
            self.vault = self.vault.with_record(record)
            self._effects.append(KeepPrivate((record,)))
        if call.of:
            name = as_name(self.identity.title, position.terms.tag)
        else:
            name = as_name(self.identity.names.get(seat, ""), f"Seat {seat + 1}")
        work = speak(call, seat, position, self.vault, name=name, fresh=self._entropy(32))
        if call.kind in COSTLY:
            self._compute(_Speech(seat, call), work)
            return None
        return finish(work)

    def _grant_wish(self, seat: Seat, position: Position) -> bool:
        """Say what the player wished, or refuse it."""
        if not self._wishes[seat] or self._is_broken:
            return False
        state = self.view(seat)
        is_early = seat in state.to_act and not position.may_act(seat) and self.ledger.final < self.match.last.n
        if self._is_ahead or is_early:
            return False  # what the player sees is not final yet
        wish = self._wishes[seat].pop(0)
        self._notices.pop(seat, None)
        if not position.may_act(seat):
            is_waiting = seat in state.to_act or not state.to_act
            self._refuse(wish, Refused(code="not-now" if is_waiting else "not-your-turn"))
            return True
        action = self._as_others_read(wish.action)
        if action is None:
            self._refuse(wish, Refused(code="no-action"))
            return True
        violation = self.match.terms.game.violation(state, seat, action)
        if violation is not None:
            self._refuse(wish, Refused(violation=violation))
            return True
        self._say(seat, act(action, seat, state, position, self.vault), position)
        self._granted[seat] = wish
        self._answer_granted(is_kept=not self.ledger.is_orderer)
        return True

    def _as_others_read(self, action: Any) -> Any:
        """Return the action of the game that others will read in a wish, None if it is none: that is never signed."""
        try:
            return from_plain(self.match.terms.game.actions, to_plain(action))
        except PlainError:
            return None

    def _answer_granted(self, *, is_kept: bool) -> None:
        """Answer the wishes whose statements are kept: in the outbox, or, of the orderer, with their entries."""
        for seat, wish in list(self._granted.items()):
            if is_kept or self.match.last.said[seat] > self._in_flight[seat].statement.seq:
                del self._granted[seat]
                self._effects.append(Answer(wish.ticket, Done()))

    def _refuse(self, wish: Wished, reply: Refused) -> None:
        self._effects.append(Answer(wish.ticket, reply))

    def _say(self, seat: Seat, said: Said, position: Position) -> None:
        """Sign a statement, keep it and send it to all."""
        statement = Statement(
            kind=kind_of(said),
            seat=seat,
            seq=self.match.last.said[seat],
            seen=position.n,
            seen_head=position.chain.head,
            body=body_of(said),
        )
        signature = self.vault.keys[seat].sign(statement.digest(self.match.terms.game_id))
        self._send(Say(statement, signature))

    def _send(self, say: Say) -> None:
        if not self.ledger.is_orderer:  # the orderer's own statement is kept, and leaves, with its entry
            record: Plain = ("say", say.statement.encoded(), say.signature)
            self._effects += [KeepPrivate((record,)), Send(None, say)]
        self._fly(say)

    def _fly(self, say: Say) -> None:
        self._in_flight[say.statement.seat] = say
        self.ledger.hear_own(say)

    # ---- guilt ----------------------------------------------------------------------------------------------------

    def _look_for_guilt(self) -> None:
        if self.guilt is None and self.ledger.guilt is not None:
            self.guilt, self.accusation = self.ledger.guilt, self.ledger.evidence
            self._effects.extend(Send(None, message) for message in self.ledger.testimony)
            self._tell_all()

    def _speak_accusation(self, seat: Seat) -> bool:
        """Let the lowest local seat accuse, once, unless the log has it already."""
        if self.accusation is None or self._has_accused or seat != self.vault.seats[0]:
            return False
        if self.match.last.convictions or self.guilt is None or self.guilt.device == self.identity.device:
            return False
        # Everybody judges it by the log up to what its author has seen: it is not said before it holds there. That is
        # costly to find out, and the same until more is final.
        if self._weighed_at == self.ledger.final:
            return False
        self._weighed_at = self.ledger.final
        if convicted(self.accusation, self.match.upto(self.ledger.final)) is None:
            return False
        self._has_accused = True
        if not is_sayable(self.accusation):
            return False  # longer than a statement may be: all have the signed things themselves, and judge them
        self._say(seat, self.accusation, self.ledger.final_position)
        return True
