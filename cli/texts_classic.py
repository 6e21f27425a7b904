"""Sentences of classic Joker: why an action is refused, what a player is found to have done, how points come about.

Templates keyed by the codes of the game, filled with its data. Decides nothing; knows no table and no typed line.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from cli.cards import card_text, suit_name
from cli.text import N_, _, fill, ngettext
from joker_lan.engine import Suit, Violation, face_of_code
from joker_lan.games.classic.actions import Demand, JokerCall, Mode
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.scoring import Reason, Term

__all__ = ["call_text", "offence_text", "terms_text", "trump_text", "violation_text"]

# One sentence for every rule, for causes that have none of their own.
_BY_RULE: Final[Mapping[Rule, str]] = {
    Rule.A12: N_("Trump is not chosen like that now."),
    Rule.A13: N_("That is no possible bid now."),
    Rule.A14: N_("This bid is closed to the dealer: the bids may not add up to the number of tricks."),
    Rule.A15: N_("You cannot play that card now."),
    Rule.A16: N_("You have to follow suit, or trump if you cannot."),
    Rule.A17: N_("Only a joker is called."),
    Rule.A18: N_("Say how you play the joker: high (it takes), low (it does not take) or nominal (the plain six)."),
    Rule.A19: N_("As the plain six the joker would be no legal card here."),
    Rule.A20: N_("You have shown in this deal that you have no trump, so the joker cannot be the six of trumps."),
    Rule.A21: N_("A led joker asks for a suit, for its highest, lowest or any card, and takes or does not take."),
    Rule.A22: N_("You have to play what the led joker asks for."),
    Rule.A27: N_("Strict joker: a joker may be led only when you hold nothing but jokers."),
    Rule.A37: N_("The hands were not opened at the end of the deal."),
}

_BY_CAUSE: Final[Mapping[tuple[Rule, str], str]] = {
    (Rule.A12, "turn"): N_("It is not for you to choose trump now."),
    (Rule.A12, "not_held"): N_("In this game you can only name a suit that you see among your first three cards."),
    (Rule.A12, "no_trump"): N_("In this game no trump cannot be named: name a suit, or look at the fourth card."),
    (Rule.A13, "turn"): N_("It is not for you to bid now."),
    (Rule.A13, "range"): N_("Bid from 0 (a pass) to {most}, the number of tricks in this deal."),
    (Rule.A14, "closed"): N_(
        "As dealer you cannot bid {bid}: the bids of all would add up to {cards}, the number of tricks."
    ),
    (Rule.A15, "turn"): N_("It is not your turn to play a card."),
    (Rule.A15, "not_in_hand"): N_("You do not hold that card."),
    (Rule.A16, "suit"): N_("You hold {suit}, the suit that was led: play one of them or a joker."),
    (Rule.A16, "trump"): N_("You have none of the suit that was led but hold trumps ({suit}): play one or a joker."),
    (Rule.A17, "no_joker"): N_("{card} is no joker: it is played without a call."),
    (Rule.A18, "nominal_off"): N_("In this game a joker is never played as the plain six: say high or low."),
    (Rule.A18, "nominal_suit"): N_("The plain six is just that: it names no suit and asks for nothing."),
    (Rule.A18, "low_suit"): N_("A joker that does not take stands for a suit in this game: say which (low hearts)."),
    (Rule.A18, "call_missing"): N_("{card} is a joker: say high (it takes), low (it does not take) or nominal."),
    (Rule.A19, "highest"): N_(
        "The plain six is no legal card here: the highest of {suit} is asked for, and you have others."
    ),
    (Rule.A19, "suit"): N_("The plain six is no legal card here: you hold {suit}."),
    (Rule.A19, "trump"): N_("The plain six is no legal card here: you have to trump ({suit})."),
    (Rule.A20, "nominal"): N_(
        "You have shown in this deal that you have no trump, so the joker cannot be the six of {suit}."
    ),
    (Rule.A20, "low_trump"): N_(
        "You have shown in this deal that you have no trump, so the low joker cannot stand for {suit}."
    ),
    (Rule.A21, "incomplete"): N_(
        "You lead a joker: name a suit, the highest, lowest or any card of it, and whether the joker takes or not."
    ),
    (Rule.A21, "demand"): N_("In this game a led joker cannot ask for that ({demand}, {mode})."),
    (Rule.A21, "not_leading"): N_("Only who leads a joker names a suit and asks for cards: say high, low or nominal."),
    (Rule.A22, "suit"): N_("The led joker asks for {suit} and you hold some: play one of them or a joker."),
    (Rule.A22, "trump"): N_("You have none of the suit asked for but hold trumps ({suit}): play one or a joker."),
    (Rule.A22, "highest"): N_("The led joker asks for your highest card of {suit}: play {card} or a joker."),
    (Rule.A22, "lowest"): N_("The led joker asks for your lowest card of {suit}: play {card} or a joker."),
}

_OFFENCES: Final[Mapping[Rule, str]] = {
    Rule.A12: N_("a trump that could not be chosen"),
    Rule.A13: N_("an impossible bid"),
    Rule.A14: N_("a bid that is closed to the dealer"),
    Rule.A15: N_("a card that could not be played"),
    Rule.A16: N_("suit not followed, or not trumped"),
    Rule.A17: N_("a call for a card that is no joker"),
    Rule.A18: N_("a joker played as it cannot be played"),
    Rule.A19: N_("a joker played as the plain six where the six was no legal card"),
    Rule.A20: N_("a joker played as the six of trumps after showing that there was no trump"),
    Rule.A21: N_("a joker led with a call that does not exist"),
    Rule.A22: N_("not the card that the led joker asked for"),
    Rule.A27: N_("a joker led while other cards were held"),
    Rule.A37: N_("hand not opened at the end of the deal"),
}

_MODES: Final[Mapping[Mode, str]] = {
    Mode.HIGH: N_("takes"),
    Mode.LOW: N_("does not take"),
    Mode.NOMINAL: N_("is the plain six"),
}

_DEMANDS: Final[Mapping[Demand, str]] = {
    Demand.HIGHEST: N_("the highest card of {suit}"),
    Demand.LOWEST: N_("the lowest card of {suit}"),
    Demand.ANY: N_("any card of {suit}"),
}

_DEMAND_WORDS: Final[Mapping[Demand, str]] = {
    Demand.HIGHEST: N_("highest"),
    Demand.LOWEST: N_("lowest"),
    Demand.ANY: N_("any"),
}


def violation_text(violation: Violation, *, ascii: bool = False) -> str:
    """Return the sentence that tells a player which rule an action would break, with the rule's number at the end."""
    try:
        rule = Rule(violation.rule.value)
    except ValueError:
        return _("The rules do not allow that (rule {rule}).").format(rule=violation.rule.value)
    template = _BY_CAUSE.get((rule, str(violation.about.get("cause", ""))), _BY_RULE[rule])
    sentence = fill(_(template), _in_words(violation.about, ascii=ascii))
    return f"{sentence[:-1]} ({_('rule {rule}').format(rule=rule.value)})."


def _in_words(about: Mapping[str, int | str], *, ascii: bool) -> dict[str, object]:
    """Turn codes into words: card codes, suit letters, modes and demands."""
    words: dict[str, object] = dict(about)
    for key, value in about.items():
        text = str(value)
        match key:
            case "card":
                words[key] = _card(text, ascii=ascii)
            case "suit" if text in frozenset(Suit):
                words[key] = suit_name(Suit(text))
            case "mode" if text in _MODES:
                words[key] = _(_MODES[Mode(text)])
            case "demand" if text in _DEMAND_WORDS:
                words[key] = _(_DEMAND_WORDS[Demand(text)])
            case _:
                pass
    return words


def _card(code: str, *, ascii: bool) -> str:
    try:
        return card_text(face_of_code(code), ascii=ascii)
    except ValueError:
        return code


def offence_text(rule: Rule) -> str:
    """Return in words what somebody did who broke a rule, as part of a sentence."""
    return _(_OFFENCES[rule])


def call_text(call: JokerCall) -> str:
    """Return what is announced with a joker: `takes, asks for the highest hearts`."""
    mode = _(_MODES[call.mode])
    if call.suit is None:
        return mode
    suit = suit_name(call.suit)
    if call.demand is None:
        return _("{mode}, as the lowest of {suit}").format(mode=mode, suit=suit)
    return _("{mode}, asks for {demand}").format(mode=mode, demand=_(_DEMANDS[call.demand]).format(suit=suit))


def trump_text(trump: Suit | None) -> str:
    """Return the trump in words: a suit, or no trump."""
    return _("no trump") if trump is None else suit_name(trump)


def terms_text(terms: Sequence[Term]) -> str:
    """Return the arithmetic of a cell of the sheet in words, with the sum where there are several parts."""
    parts = [_term(term) for term in terms]
    if len(parts) > 1:
        parts.append(_("in all {points}").format(points=_points(sum(term.points for term in terms))))
    return "; ".join(parts) or _("took no part: nothing")


def _term(term: Term) -> str:
    points = _points(term.points)
    match term.reason:
        case Reason.PASSED:
            return _("passed and took nothing: {points}").format(points=points)
        case Reason.EXACT:
            return _("exact: {points}").format(points=points)
        case Reason.EXACT_TRICKS:
            return _("{count} times {each} for tricks announced and taken: {points}").format(
                count=term.count, each=term.each, points=points
            )
        case Reason.ALL_TRICKS:
            return ngettext(
                "the only trick announced and taken: {points}",
                "all {count} tricks announced and taken, {each} each: {points}",
                term.count,
            ).format(count=term.count, each=term.each, points=points)
        case Reason.KHISHT:
            return _("khisht: {points}").format(points=points)
        case Reason.MISSED:
            return _("bid missed, {count} times {each} for tricks taken: {points}").format(
                count=term.count, each=term.each, points=points
            )
        case Reason.SHORT:
            return _("{count} times {each} for missing tricks: {points}").format(
                count=term.count, each=term.each, points=points
            )
        case Reason.OVER:
            return _("too many, {count} times {each}: {points}").format(count=term.count, each=term.each, points=points)
        case Reason.DEALS:
            return _("deals of the stage: {points}").format(points=points)
        case Reason.BONUS:
            return _("premium, the best deal again: {points}").format(points=points)
        case Reason.LOSS:
            return _("the best deal lost by the premium of another: {points}").format(points=points)
        case Reason.CHARGE:
            return _("penalty for a broken rule: {points}").format(points=points)


def _points(points: int) -> str:
    return ngettext("{points} point", "{points} points", abs(points)).format(points=points)
