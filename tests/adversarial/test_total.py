"""Whatever somebody signs, judging it gives a verdict: nobody's program can be stopped from afar."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from eventlog.codec import decode, encode
from eventlog.entry import Entry, EntryError, Statement
from protocol.accusing import BY_STATEMENT, convicted
from protocol.deck.messages import MESSAGES
from protocol.folding import fold
from protocol.judging import Allowed
from protocol.match import Match
from protocol.offences import Offence, Wrong
from protocol.statements import Accuse
from tests.adversarial import test_orderer as orderers
from tests.adversarial import test_shuffle as shuffles
from tests.adversarial import test_words as words
from tests.support.mischief import Lie, Mischief, honest_table, in_message, in_said, others, played

if TYPE_CHECKING:
    from collections.abc import Callable

    from eventlog.codec import Plain

ODD: tuple[Plain, ...] = (
    None,
    True,
    0,
    -1,
    1,
    2,
    35,
    36,
    1 << 32,
    -(1 << 63),
    b"",
    bytes(32),
    b"\xff" * 32,
    "",
    "seat",
    "high",
    "♥\n",
    (),
    ((),),
    ("bid", 0),
    ("play", ("slot", 2, 0), None),
    ("play", ("slot", 2, 0), ("joker_call", "high", "S", "highest")),
    ("choose_trump", "S"),
)
KINDS = (*MESSAGES, "act", "name", "open", "lot", "lot_open", "agree", "accuse", "wave")


def twisted(value: Plain, chance: random.Random) -> Plain:
    """A value with something in it replaced, left out or doubled."""
    if not isinstance(value, tuple) or not value or chance.random() < 0.2:
        return chance.choice(ODD)
    at = chance.randrange(len(value))
    match chance.randrange(4):
        case 0:
            return (*value[:at], *value[at + 1 :])
        case 1:
            return (*value[:at], value[at], *value[at:])
        case _:
            return (*value[:at], twisted(value[at], chance), *value[at + 1 :])


def test_any_statement_in_the_place_of_an_honest_one_has_a_verdict() -> None:
    """Each statement of a game is made again with its body changed, at the moment when it is called for."""
    chance = random.Random(1)
    lan = honest_table(devices=2, deals=2, seed=5)
    lan.start_all()
    lan.run()
    match, offences = Match.begin(lan.genesis, test_rounds=True), 0
    for entry in lan.devices[0].log:
        honest = entry.statement
        assert isinstance(honest, Statement)
        for _ in range(25):
            body = twisted(honest.body, chance)
            body = body if isinstance(body, tuple) else (body,)
            kind = honest.kind if chance.random() < 0.95 else chance.choice(KINDS)
            statement = Statement(kind, honest.seat, honest.seq, honest.seen, honest.seen_head, body)
            try:
                statement.encoded()
            except EntryError:
                continue  # it cannot even be signed
            verdict = match.weigh(statement)
            assert isinstance(verdict, Allowed | Offence)
            offences += isinstance(verdict, Offence)
            if isinstance(verdict, Allowed) and not isinstance(verdict.said, Accuse):
                chain = match.last.chain.extended(Entry(entry.n, 0, statement, bytes(64), bytes(64)))
                fold(match.last, chain, statement, verdict)
        match, _ = match.append(entry)
    assert match.last.is_over
    assert offences > 1000


EVIDENCE: dict[str, tuple[Callable[[], Mischief], int]] = {
    BY_STATEMENT: (lambda: Lie("lot", in_said("commitment", lambda _: b"short")), 1),
    Wrong.TWICE: (lambda: words.TwoFaced("commit", 2), 1),
    Wrong.HEADS: (lambda: orderers.TwoHistories(2), 0),
    Wrong.ORDER: (lambda: orderers.Orders(orderers.the_same_statement_again), 0),
    Wrong.PROOF: (lambda: Lie("lock", in_message("deck", shuffles.swapped)), 1),
}


@pytest.mark.parametrize("code", EVIDENCE)
def test_changed_evidence_convicts_the_same_or_nobody(code: str) -> None:
    chance = random.Random(code)
    make, culprit = EVIDENCE[code]
    lan = played(make, cheat=culprit)
    device = others(lan, culprit)[0]
    accusation, match = device.running.accusation, device.running.match
    assert accusation is not None
    assert accusation.code == code
    for _ in range(150):
        things = list(accusation.things)
        at = chance.randrange(len(things))
        if chance.random() < 0.5:
            things[at] = encode(twisted(decode(things[at]), chance))
        else:
            changed = bytearray(things[at])
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            things[at] = bytes(changed)
        guilt = convicted(Accuse(chance.choice([code, *EVIDENCE]), tuple(things)), match)
        assert guilt is None or guilt.device == culprit
