"""From one position to the next: which inputs the game gets for each kind, and what else an entry does."""

from dataclasses import replace
from itertools import pairwise

import pytest

from eventlog.hashing import tagged_hash
from joker_lan.engine import Acted, Drawn, Opened, Revealed, Shuffled, to_plain
from joker_lan.engine import Deck as WantDeck
from protocol.accusing import BY_STATEMENT, statement_evidence
from protocol.folding import Folded, fold, public_faces, with_revealed_keys
from protocol.judging import Allowed
from protocol.position import Conviction, JointDeck, state_hash
from protocol.statements import Accuse, Lot, Name
from tests.protocol.writer import Writer, asks, begun, classic, dealt, may_act, moment, statement_of, story

SALT = bytes(16)


def folds(kind: str, seats: int = 2) -> list[tuple[Writer, Folded]]:
    """Every entry of this kind in an honest game: the writer before it, and what it did."""
    moments = story(seats)
    return [(before, after.folds[-1]) for before, after in pairwise(moments) if statement_of(after).kind == kind]


def inputs(folded: Folded) -> list[type]:
    return [type(each) for each in folded.inputs]


# ---- what every entry does -------------------------------------------------------------------------------------------


def test_every_entry_counts_for_its_author_alone() -> None:
    for before, after in pairwise(story()):
        statement = statement_of(after)
        author, other = statement.seat, 1 - statement.seat
        assert after.last.said[author] == before.last.said[author] + 1
        assert after.last.seen[author] == statement.seen
        assert after.last.said[other] == before.last.said[other]
        assert after.last.seen[other] == before.last.seen[other]
        assert after.last.chain.length == before.last.chain.length + 1


@pytest.mark.parametrize(
    "kind", ["name", "open", "lot", "commit", "shuffle", "shadow", "coin", "answer", "lock", "ready", "agree"]
)
def test_kinds_that_the_game_never_hears_of(kind: str) -> None:
    for before, folded in folds(kind):
        assert inputs(folded) == []
        assert folded.position.state == before.last.state


def test_what_has_lapsed_is_counted_and_does_nothing_else() -> None:
    writer = moment(asks("lot"))
    statement = writer.statement(0, Lot(1, bytes(32)))
    chain = writer.last.chain.extended(writer.ordered(statement))
    folded = fold(writer.last, chain, statement, Allowed(Lot(1, bytes(32)), lapsed=True))
    assert folded.inputs == folded.happenings == ()
    counted = replace(writer.last, chain=folded.position.chain, said=folded.position.said, seen=folded.position.seen)
    assert folded.position == counted
    assert folded.position.said[0] == writer.last.said[0] + 1


# ---- names and the draw ----------------------------------------------------------------------------------------------


def test_names() -> None:
    writer = begun()
    writer.say(1, Name("seat", "Ben", SALT))
    writer.say(0, Name("seat", "Ada", SALT))
    writer.say(0, Name("table", "Home", SALT))
    assert (writer.last.names, writer.last.title) == (("Ada", "Ben"), "Home")


def test_the_last_coin_draws() -> None:
    assert [inputs(folded) for _, folded in folds("lot_open", 3)] == [[], [], [Drawn]]
    before, folded = folds("lot_open", 3)[-1]
    (drawn,) = folded.inputs
    assert isinstance(drawn, Drawn)
    assert [sorted(order) for order in drawn.orders] == [list(range(36)), list(range(3))]
    assert before.last.draw is not None
    assert folded.position.draw is None
    assert len(folded.position.check) == 4


def test_the_context_of_the_draw_is_that_of_the_shuffle_without_cards() -> None:
    writer = moment(asks("lot"))
    keys = b"".join(seat.key for seat in writer.last.terms.start.seats)
    game, anchor = writer.last.terms.game_id, writer.last.chain.head
    draw = writer.last.draw
    assert draw is not None
    zero = bytes(2)
    assert draw.ctx == tagged_hash("ctx", game, anchor, bytes([0, 0, 0, 1]), b"draw", zero, zero, keys, b"", b"")


# ---- a deck ----------------------------------------------------------------------------------------------------------


def test_an_opened_deck_hangs_on_the_entry_that_opened_it() -> None:
    contexts = set()
    for _, folded in folds("open")[1:]:
        preparing = folded.position.preparing
        assert preparing is not None
        assert preparing.seats == (0, 1)
        assert preparing.pack.id == "classic36"
        contexts.add(preparing.deck.ctx)
    assert len(contexts) == 2


def test_the_cut_puts_the_deck_on_the_table() -> None:
    for before, folded in folds("cut"):
        assert before.last.preparing is not None
        number = before.last.preparing.number
        (shuffled,) = folded.inputs
        assert isinstance(shuffled, Shuffled)
        wants = before.last.state.wants
        assert isinstance(wants, WantDeck)
        assert shuffled.pile == wants.pile
        assert [(slot.deck, slot.place) for slot in shuffled.slots] == [(number, place) for place in range(36)]
        assert folded.position.preparing is None
        assert folded.position.playing is not None
        assert folded.position.playing.number == number


def test_the_last_share_of_a_public_card_opens_it() -> None:
    assert [inputs(folded) for _, folded in folds("share", 3)] == 2 * [[], [], [Opened]]
    _, folded = folds("share", 3)[2]
    (opened,) = folded.inputs
    assert isinstance(opened, Opened)
    assert list(opened.faces) == [classic(folded.position).turned]


def test_shares_of_hands_open_nothing_in_public() -> None:
    for _, folded in folds("share", 3):
        for seat in range(3):
            for slot in folded.position.state.table.pile(f"hand{seat}"):
                assert slot not in folded.position.state.table.faces


def test_public_faces_are_told_once() -> None:
    for writer in story(3):
        if writer.last.playing is not None:
            assert public_faces(writer.last) == {}


# ---- choices ---------------------------------------------------------------------------------------------------------


def test_a_named_card_is_opened_before_the_act() -> None:
    kinds = [inputs(folded) for _, folded in folds("act")]
    assert kinds.count([Acted]) == 4  # bids
    assert kinds.count([Opened, Acted]) == len(kinds) - 4
    for before, folded in folds("act"):
        if len(folded.inputs) == 2:
            opened = folded.inputs[0]
            assert isinstance(opened, Opened)
            for slot in opened.faces:
                assert slot not in before.last.state.table.faces
                assert slot in folded.position.state.table.faces


def test_the_keys_of_a_played_card_stay_with_the_deck() -> None:
    for before, folded in folds("act"):
        if len(folded.inputs) == 2:
            opened = folded.inputs[0]
            assert isinstance(opened, Opened)
            (slot,) = opened.faces
            deck: JointDeck | None = folded.position.playing
            assert deck is not None
            assert before.last.playing is not None
            assert len(deck.deck.shares[slot.place]) == len(before.last.playing.deck.shares[slot.place]) + 1
            assert deck.face(slot.place) == opened.faces[slot]


# ---- the end of a deal -----------------------------------------------------------------------------------------------


def test_the_last_seed_opens_every_card() -> None:
    assert [inputs(folded) for _, folded in folds("reveal", 3)] == 2 * [[], [], [Revealed]]
    for before, folded in folds("reveal", 3):
        if folded.inputs:
            (revealed,) = folded.inputs
            assert isinstance(revealed, Revealed)
            pack = dealt(before).pack
            assert sorted(map(to_plain, revealed.faces.values())) == sorted(map(to_plain, pack.faces))
            assert revealed.missing == frozenset()
            closed = folded.position.closed
            assert closed is not None
            assert (closed.entry, closed.deal) == (folded.position.n, before.last.state.deal)
            assert closed.state_hash == state_hash(folded.position.state)
            assert folded.position.playing is None


def test_a_key_that_the_seed_does_not_give_leaves_its_place_closed() -> None:
    """So re-execution names the seat, and no wrong face is ever shown."""
    before, _ = next((before, folded) for before, folded in folds("reveal") if folded.inputs)
    playing = dealt(before)
    opened = with_revealed_keys(playing)
    assert all(len(keys) >= 1 and 0 in keys for keys in opened.deck.shares.values())
    assert len(opened.deck.shares) == 36
    revealed = playing.deck.reveals[0]
    assert revealed is not None
    other = replace(revealed, seed=bytes(32))
    wrong = replace(playing, deck=replace(playing.deck, reveals=(other, *playing.deck.reveals[1:])))
    keys = with_revealed_keys(wrong).deck.shares
    assert all(
        keys[place][0] == key for place, shares in playing.deck.shares.items() for who, key in shares.items() if not who
    )


def test_the_last_agreement_proves_the_deal() -> None:
    agreements = [folded.position for _, folded in folds("agree", 3)]
    assert [position.proved for position in agreements] == [0, 0, 1, 1, 1, 2]
    assert [position.closed is None for position in agreements] == 2 * [False, False, True]


# ---- guilt -----------------------------------------------------------------------------------------------------------


def test_a_conviction_is_remembered() -> None:
    writer = moment(may_act())
    bad = writer.statement(1, Name("seat", "Eve", SALT))
    state = writer.last.state
    writer.say(0, Accuse(BY_STATEMENT, (statement_evidence(bad, writer.signature(bad)),)))
    assert writer.last.convictions == (Conviction(writer.last.n, 1, 1, BY_STATEMENT),)
    assert writer.last.state == state
    assert not may_act()(writer)
