"""From a command to what it means now: an action of the game, an answer, or a question back.

Asks the rules whether an action is legal and puts their refusal into words. Sends nothing, writes nothing; what was
asked and not answered yet is a value that the caller keeps.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from cli.cards import card_text
from cli.plain.commands import (
    BidWord,
    Call,
    CardWord,
    Command,
    JokerWord,
    Number,
    TrumpWord,
    Unclear,
    Why,
    Word,
)
from cli.plain.screen import View
from cli.text import _, printable
from cli.texts_classic import violation_text
from joker_lan.engine import Face, Slot
from joker_lan.games.classic.actions import Bid, ChooseTrump, Demand, JokerCall, LookAtFourth, Mode, Play
from joker_lan.games.classic.legality import calls
from joker_lan.games.classic.state import Phase


@dataclass(frozen=True, slots=True)
class Do:
    """Send this action."""

    action: Any


@dataclass(frozen=True, slots=True)
class Tell:
    """Nothing is sent; say why, or what was asked for."""

    text: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A joker was chosen, and not all was said about it yet."""

    slot: Slot
    call: Call


@dataclass(frozen=True, slots=True)
class Confirming:
    """The player wants to look at the fourth card and is asked whether he is sure."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for more; `open` is what the next line may complete, `suit` that a suit is the question."""

    text: str
    open: Pending | Confirming
    suit: bool = False


@dataclass(frozen=True, slots=True)
class Show:
    """The player wants to see or do something that is no action of the game."""

    word: Word


@dataclass(frozen=True, slots=True)
class Drop:
    """What was asked is not wanted any more; say what may be typed instead."""

    text: str


Answer: TypeAlias = Do | Tell | Ask | Show | Drop


def answer(command: Command | Unclear, view: View, pending: Pending | Confirming | None = None) -> Answer:
    """Return what a command means now.

    Args:
        command: what was typed.
        view: the player's view of the game.
        pending: what the last answer left open.
    """
    match command:
        case Unclear(Why.EMPTY) if isinstance(pending, Pending):
            return _played(pending.slot, pending.call, view)
        case Unclear(why, about):
            return Tell(_unclear(why, about, view))
        case Word.YES:
            return _judged(LookAtFourth(), view) if isinstance(pending, Confirming) else Tell(_nothing_asked(view))
        case Word.NO:
            return Tell(_nothing_asked(view)) if pending is None else Drop(_question(view))
        case TrumpWord(None) if isinstance(pending, Pending):
            return Drop(_question(view))  # where a suit is asked for, "no" might have been "no trump"
        case Word.LOOK:
            return _look(view)
        case Word():
            return Show(command)
        case _ if view.me not in view.state.to_act:
            return Tell(view.waiting_line())
        case BidWord(tricks):
            return _judged(Bid(tricks), view)
        case TrumpWord(suit):
            return _judged(ChooseTrump(suit), view)
        case Number(number, call):
            return _number(number, call, view)
        case CardWord(face, call):
            return _card(face, call, view)
        case JokerWord(call):
            return _joker(call, view, pending)
        case _:
            assert_never(command)


def _judged(action: Any, view: View) -> Do | Tell:
    refused = view.game.violation(view.state, view.me, action)
    return Do(action) if refused is None else Tell(violation_text(refused, ascii=view.ascii))


def _look(view: View) -> Answer:
    look = _judged(LookAtFourth(), view)
    if isinstance(look, Tell):
        return look
    return Ask(
        _("If you look at the fourth card, this deal has no trump. Type yes to look, no to choose a trump."),
        Confirming(),
    )


def _number(number: int, call: Call, view: View) -> Answer:
    match view.state.phase:
        case Phase.BIDDING:
            return _judged(Bid(number), view)
        case Phase.PLAYING:
            hand = view.hand()
            if 1 <= number <= len(hand):
                return _played(hand[number - 1], call, view)
            if len(hand) == 1:
                return Tell(_("You hold one card: type 1."))
            return Tell(_("Your cards are numbered from 1 to {last}.").format(last=len(hand)))
        case _:
            return Tell(_not_now(view))


def _card(face: Face, call: Call, view: View) -> Answer:
    if view.state.phase is not Phase.PLAYING:
        return Tell(_not_now(view))
    slot = next((slot for slot in view.hand() if view.face(slot) == face), None)
    if slot is None:
        return Tell(_("You do not hold {card}.").format(card=view.card(face)))
    return _played(slot, call, view)


def _joker(call: Call, view: View, pending: Pending | Confirming | None) -> Answer:
    """Answer a call without a card: the joker that was chosen before, or the only one held."""
    if view.state.phase is Phase.CHOOSING and call.suit is not None and call == Call(suit=call.suit):
        return _judged(ChooseTrump(call.suit), view)
    if view.state.phase is not Phase.PLAYING:
        return Tell(_not_now(view))
    if isinstance(pending, Pending):
        return _played(pending.slot, pending.call.joined(call), view)
    jokers = [slot for slot in view.hand() if view.joker(slot)]
    if not jokers:
        return Tell(
            _("Only a joker is played like that, and you hold none. {question}").format(question=_question(view))
        )
    if len(jokers) > 1:
        cards = _(" or ").join(_typed(slot, view) for slot in jokers)
        return Tell(_("You hold two jokers; say which one: {cards}, and then how.").format(cards=cards))
    return _played(jokers[0], call, view)


def _typed(slot: Slot, view: View) -> str:
    face = view.face(slot)
    assert face is not None
    return card_text(face, ascii=True).lower()


def _played(slot: Slot, call: Call, view: View) -> Answer:
    if not view.joker(slot):
        said = JokerCall(call.mode or Mode.HIGH, call.suit, call.demand) if call != Call() else None
        return _judged(Play(slot, said), view)
    if slot not in view.legal():
        # Whatever is said of it, this joker cannot be played: say so before asking for a call.
        return _judged(Play(slot, calls(view.options, not view.state.trick)[0]), view)
    complete = _completed(slot, call, view)
    if isinstance(complete, Ask):
        return complete
    judged = _judged(Play(slot, complete), view)
    # The card stays chosen, so that the player need only say the call again.
    return Ask(judged.text, Pending(slot, Call())) if isinstance(judged, Tell) else judged


def _completed(slot: Slot, call: Call, view: View) -> JokerCall | Ask:
    """Return the whole call of a joker, or the question for what is missing."""
    leading = not view.state.trick
    card = _typed(slot, view)
    open_call = Pending(slot, call)
    if call.mode is None:
        return Ask(_mode_question(card, call, view, leading=leading), open_call, suit=leading and call.suit is None)
    if call.mode is Mode.NOMINAL:
        return JokerCall(Mode.NOMINAL, call.suit, call.demand)
    if not leading:
        if call.mode is Mode.LOW and view.options.low_with_suit and call.suit is None:
            return Ask(_("As the lowest card of which suit? spades, hearts, diamonds or clubs?"), open_call, suit=True)
        return JokerCall(call.mode, call.suit, call.demand)
    if call.suit is None:
        return Ask(_("Which suit do you ask for: spades, hearts, diamonds or clubs?"), open_call, suit=True)
    demands = [each.demand for each in calls(view.options, True) if (each.mode, each.suit) == (call.mode, call.suit)]
    if call.demand is None and len(demands) > 1 and Demand.ANY not in demands:
        return Ask(_("Which card of it must the others play: highest or lowest?"), open_call)
    # Whoever only names a suit asks for any card of it (A21).
    demand = call.demand or (Demand.ANY if Demand.ANY in demands else demands[0])
    return JokerCall(call.mode, call.suit, demand)


def _mode_question(card: str, call: Call, view: View, *, leading: bool) -> str:
    nominal = _(" Or nominal: it is the plain six.") if view.options.nominal else ""
    if not leading or call.suit is not None:
        question = _("How do you play the joker {card}? Type high (it takes) or low (it does not take).")
    else:
        question = _(
            "You lead the joker {card}. Type a suit, highest, lowest or any, and takes or not, for example:"
            " hearts highest takes."
        )
    return question.format(card=card) + nominal


def _question(view: View) -> str:
    return " ".join(view.question(hints=False))


def _nothing_asked(view: View) -> str:
    return _("Nothing was asked. {question}").format(question=_question(view))


def _not_now(view: View) -> str:
    match view.state.phase:
        case Phase.CHOOSING:
            why = _("Trump comes first.")
        case Phase.BIDDING:
            why = _("The bids come first, the cards later.")
        case _:
            why = _("Not now.")
    return f"{why} {_question(view)}"


def _unclear(why: Why, about: tuple[str, ...], view: View) -> str:
    now = _question(view)
    word = about[0] if about else ""
    match why:
        case Why.EMPTY:
            return now
        case Why.UNKNOWN:
            return _("{word} is no command here. {now} Or: score, hand, help, quit.").format(word=_shown(word), now=now)
        case Why.SEVERAL:
            return _("{word} could be several things: write it out.").format(word=_(", ").join(about))
        case Why.BID_NUMBER:
            return _("Say how many tricks: bid 2, or just 2; pass is 0.")
        case Why.WHICH_CARD:
            return _("Say which card: its number in your hand, or its name (7h, 10d, qs).")
        case Why.WHICH_SUIT:
            return _("Say a suit: trump spades, hearts, diamonds, clubs or none.")
        case Why.CALL_WORD if view.state.phase is not Phase.PLAYING:
            return _("{word} means nothing here. {now}").format(word=_shown(word), now=now)
        case Why.CALL_WORD:
            return _("{word} says nothing about a joker: high, low, nominal; a suit; highest, lowest, any.").format(
                word=_shown(word)
            )
        case Why.TOO_MANY:
            return _("{word} is one word too many. {now}").format(word=_shown(word), now=now)
        case _:
            assert_never(why)


def _shown(word: str) -> str:
    """Return a typed word as it can be shown again: short, and without anything that could steer a terminal."""
    return printable(word[:20])
