"""Which cards may be played (A15–A22, A27), what a play proves (A20), and who takes a trick (A23–A25).

Small pure functions of cards, not of states: the game, the reveal after a deal and the examples use the same ones.
A hand may be given in part: what is refused for a part of a hand is refused for the whole of it, never the other way.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from joker_lan.engine.cards import Card, Face, Rank, Suit, face_code
from joker_lan.games.classic.actions import Demand, JokerCall, Mode
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import six_of
from joker_lan.games.classic.rules import Rule

_BELOW_SIX: Final = Rank.FIVE
"""Rank of a low joker that stands for a suit (`lowWithSuit`): one step below the six."""

_DEMANDS: Final[Mapping[str, frozenset[tuple[Mode, Demand]]]] = {
    "highest,lowest,any": frozenset((mode, demand) for mode in (Mode.HIGH, Mode.LOW) for demand in Demand),
    "highest,lowest": frozenset(
        (mode, demand) for mode in (Mode.HIGH, Mode.LOW) for demand in (Demand.HIGHEST, Demand.LOWEST)
    ),
    "highest": frozenset((mode, Demand.HIGHEST) for mode in (Mode.HIGH, Mode.LOW)),
    "site": frozenset({(Mode.HIGH, Demand.HIGHEST), (Mode.LOW, Demand.ANY)}),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rule that a card or a call breaks, and what a sentence needs to explain it."""

    rule: Rule
    about: Mapping[str, int | str]


class Lead(NamedTuple):
    """What the first card of a trick asks for: a suit, which card of it, and whether a called joker asks it."""

    suit: Suit
    demand: Demand = Demand.ANY
    by_joker: bool = False


class Laid(NamedTuple):
    """A card in a trick with the call of a joker."""

    face: Face
    call: JokerCall | None = None


def _plain(options: Options, face: Face, call: JokerCall | None) -> Card | None:
    """Return the plain card that a play counts as: itself or the six; None for a joker that is called high or low."""
    if call is None:
        assert type(face) is Card
        return face
    return six_of(face, options.deck == "36_sixes") if call.mode is Mode.NOMINAL else None


def lead_of(options: Options, first: Laid) -> Lead:
    """Return what the first card of a trick asks for."""
    plain = _plain(options, first.face, first.call)
    if plain is not None:
        return Lead(plain.suit)
    call = first.call
    assert call is not None
    assert call.suit is not None
    return Lead(call.suit, call.demand or Demand.ANY, by_joker=True)


def calls(options: Options, leading: bool) -> tuple[JokerCall, ...]:
    """Return every call that the house rules know, whatever the cards are, in a natural order."""
    return _calls(options.demands, leading, options.low_with_suit, options.nominal)


@lru_cache(maxsize=32)
def _calls(demands: str, leading: bool, low_with_suit: bool, with_nominal: bool) -> tuple[JokerCall, ...]:
    nominal = (JokerCall(Mode.NOMINAL),) if with_nominal else ()
    if leading:
        open_to_leader = _DEMANDS[demands]
        return (
            *(
                JokerCall(mode, suit, demand)
                for mode in (Mode.HIGH, Mode.LOW)
                for suit in Suit
                for demand in Demand
                if (mode, demand) in open_to_leader
            ),
            *nominal,
        )
    low = tuple(JokerCall(Mode.LOW, suit) for suit in Suit) if low_with_suit else (JokerCall(Mode.LOW),)
    return (JokerCall(Mode.HIGH), *low, *nominal)


def call_refusal(
    options: Options, call: JokerCall, *, leading: bool, trump: Suit | None, shown_void: bool
) -> Refusal | None:
    """Say what is wrong with a call as far as it can be told without seeing a card of the hand.

    Args:
        options: the house rules.
        call: the call.
        leading: the joker is led.
        trump: the trump suit.
        shown_void: this player showed in this deal that he has no trump (A20).
    """
    if call.mode is Mode.NOMINAL:
        if not options.nominal:
            return Refusal(Rule.A18, {"cause": "nominal_off"})
        return None if call.suit is None and call.demand is None else Refusal(Rule.A18, {"cause": "nominal_suit"})
    if leading:
        if call.suit is None or call.demand is None:
            return Refusal(Rule.A21, {"cause": "incomplete"})
        if (call.mode, call.demand) not in _DEMANDS[options.demands]:
            return Refusal(Rule.A21, {"cause": "demand", "mode": call.mode.value, "demand": call.demand.value})
        return None
    if call.demand is not None:
        return Refusal(Rule.A21, {"cause": "not_leading"})
    if options.low_with_suit and call.mode is Mode.LOW:
        if call.suit is None:
            return Refusal(Rule.A18, {"cause": "low_suit"})
        if shown_void and call.suit is trump:
            return Refusal(Rule.A20, {"cause": "low_trump", "suit": call.suit.value})
        return None
    return None if call.suit is None else Refusal(Rule.A21, {"cause": "not_leading"})


def refusal(
    options: Options,
    hand: Collection[Face],
    laid: Laid,
    lead: Lead | None,
    trump: Suit | None,
    *,
    shown_void: bool,
) -> Refusal | None:
    """Say which rule a play would break, as far as the known part of the hand shows it; None if it is legal.

    Args:
        options: the house rules.
        hand: the known faces of the hand, the card to be played among them.
        laid: the card to be played, with the call of a joker.
        lead: what the trick asks for; None if this card is led.
        trump: the trump suit, None in a deal without trump.
        shown_void: this player showed in this deal that he has no trump (A20).
    """
    sixes = options.deck == "36_sixes"
    face, call = laid
    six = six_of(face, sixes)
    if six is None:
        if call is not None:
            return Refusal(Rule.A17, {"cause": "no_joker", "card": face_code(face)})
        if lead is None:
            return None
        assert type(face) is Card
        return _ordinary_refusal(options, hand, face, lead, trump)
    if call is None:
        return Refusal(Rule.A18, {"cause": "call_missing", "card": face_code(face)})
    wrong = call_refusal(options, call, leading=lead is None, trump=trump, shown_void=shown_void)
    if wrong is not None:
        return wrong
    if lead is None and options.strict and any(six_of(other, sixes) is None for other in hand):
        return Refusal(Rule.A27, {"cause": "strict"})
    if call.mode is Mode.NOMINAL:
        if shown_void and six.suit is trump and options.nominal_ban == "trumpOnly":
            return Refusal(Rule.A20, {"cause": "nominal", "suit": six.suit.value})
        if lead is not None and options.nominal_legality == "ordinary":
            return _nominal_refusal(options, hand, six, lead, trump)
    return None


def _ordinary_refusal(
    options: Options, hand: Collection[Face], face: Card, lead: Lead, trump: Suit | None
) -> Refusal | None:
    suit = lead.suit
    rule = Rule.A22 if lead.by_joker else Rule.A16
    sixes = options.deck == "36_sixes"
    if face.suit is suit:
        if lead.demand is Demand.ANY:
            return None
        ranks = [card.rank for card in hand if type(card) is Card and card.suit is suit and six_of(card, sixes) is None]
        asked = max(ranks) if lead.demand is Demand.HIGHEST else min(ranks)
        if face.rank is asked:
            return None
        return Refusal(rule, {"cause": lead.demand.value, "suit": suit.value, "card": face_code(Card(asked, suit))})
    if _has(hand, suit, sixes):
        return Refusal(rule, {"cause": "suit", "suit": suit.value})
    if trump is None or face.suit is trump or trump is suit or not _must_trump(options, lead):
        return None
    return Refusal(rule, {"cause": "trump", "suit": trump.value}) if _has(hand, trump, sixes) else None


def _has(hand: Collection[Face], suit: Suit, sixes: bool) -> bool:
    """Tell whether there is an ordinary card of a suit; a joker counts for no suit (A17)."""
    for face in hand:
        if type(face) is Card and face.suit is suit and (face.rank is not Rank.SIX or six_of(face, sixes) is None):
            return True
    return False


def _must_trump(options: Options, lead: Lead) -> bool:
    """Tell whether who lacks the suit must play a trump (A16, A22)."""
    return not lead.by_joker or options.void_on_joker_lead == "must_trump"


def _nominal_refusal(
    options: Options, hand: Collection[Face], six: Card, lead: Lead, trump: Suit | None
) -> Refusal | None:
    sixes = options.deck == "36_sixes"
    suit = lead.suit
    has_suit = _has(hand, suit, sixes)
    if six.suit is suit:
        if lead.demand is Demand.HIGHEST and has_suit:
            return Refusal(Rule.A19, {"cause": Demand.HIGHEST.value, "suit": suit.value})
        return None
    if has_suit:
        return Refusal(Rule.A19, {"cause": "suit", "suit": suit.value})
    if trump is None or six.suit is trump or trump is suit or not _must_trump(options, lead):
        return None
    return Refusal(Rule.A19, {"cause": "trump", "suit": trump.value}) if _has(hand, trump, sixes) else None


def legal(
    options: Options, hand: Collection[Face], lead: Lead | None, trump: Suit | None, *, shown_void: bool
) -> tuple[Laid, ...]:
    """Return every legal play of a hand that is known in full, card by card in the order of the hand."""
    sixes = options.deck == "36_sixes"
    joker_calls = calls(options, lead is None)
    return tuple(
        laid
        for face in hand
        for laid in ((Laid(face),) if six_of(face, sixes) is None else tuple(Laid(face, call) for call in joker_calls))
        if refusal(options, hand, laid, lead, trump, shown_void=shown_void) is None
    )


def shows_void(options: Options, laid: Laid, lead: Lead, trump: Suit | None) -> bool:
    """Tell whether a play of a follower proves that he has no trump (A20).

    A joker called high or low proves nothing, and neither does a discard where trumping was not compulsory.
    """
    if trump is None or not _must_trump(options, lead):
        return False
    plain = _plain(options, laid.face, laid.call)
    return plain is not None and plain.suit is not lead.suit and plain.suit is not trump


def winner(options: Options, plays: Sequence[Laid], trump: Suit | None) -> int:
    """Return who takes a trick, as the place among its cards; of two equal cards the earlier counts more (A5, A23–A25).

    Args:
        options: the house rules.
        plays: the cards in the order played; some may be missing at the end, then it is who would take it so far.
        trump: the trump suit.
    """
    suit = lead_of(options, plays[0]).suit
    values = tuple(_value(options, laid) for laid in plays)
    trumps = {place: value.rank for place, value in enumerate(values) if value is not None and value.suit is trump}
    taking = [place for place, laid in enumerate(plays) if laid.call is not None and laid.call.mode is Mode.HIGH]
    if taking and not (taking[-1] == 0 and options.trump_beats_led_high_joker and _trumped(plays, trumps, suit, trump)):
        return taking[-1]
    if trumps:
        return max(trumps, key=lambda place: (trumps[place], -place))
    suited = {place: value.rank for place, value in enumerate(values) if value is not None and value.suit is suit}
    return max(suited, key=lambda place: (suited[place], -place)) if suited else 0


def _trumped(plays: Sequence[Laid], trumps: Collection[int], suit: Suit, trump: Suit | None) -> bool:
    """Tell whether a real trump lies on a led high joker that asked for another suit."""
    return suit is not trump and any(plays[place].call is None or _nominal(plays[place].call) for place in trumps)


def _nominal(call: JokerCall | None) -> bool:
    return call is not None and call.mode is Mode.NOMINAL


def _value(options: Options, laid: Laid) -> Card | None:
    """Return the card that a play counts as when the trick is compared; None if it belongs to no suit."""
    plain = _plain(options, laid.face, laid.call)
    if plain is not None:
        return plain
    call = laid.call
    if options.low_with_suit and call is not None and call.mode is Mode.LOW and call.suit is not None:
        return Card(_BELOW_SIX, call.suit)
    return None
