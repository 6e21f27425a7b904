"""What a player sees when it is his turn: the table in a few lines, the hand with numbers and marks, what to type.

Reads a view and makes lines; decides nothing, writes nothing and keeps nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cli.cards import card_text, sorted_hand, suit_text
from cli.paper import names_of, stage_name
from cli.text import _, ngettext
from cli.texts_classic import call_text, trump_text
from joker_lan.engine import AnyGame, Choices, Face, Seat, Slot
from joker_lan.games.classic.actions import Action, Bid, ChooseTrump, LookAtFourth, Play
from joker_lan.games.classic.legality import Laid, winner
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import is_joker
from joker_lan.games.classic.schedule import Mood, bid_mood, schedule
from joker_lan.games.classic.state import HANDS, ClassicState, Phase
from protocol.seat import Person

__all__ = ["View", "bid_range", "mood_text"]

_HINTED_DEALS: Final = 2
"""For so many deals the question also shows how a joker is played."""


@dataclass(frozen=True, slots=True)
class View:
    """A view of the game with everything that is needed to put it into words.

    Attributes:
        game: the rules.
        state: the view of the seat.
        me: the seat.
        people: who sits where.
        ascii: letters only.
        columns: width to fit.
    """

    game: AnyGame
    state: ClassicState
    me: Seat
    people: tuple[Person, ...]
    ascii: bool = False
    columns: int = 80

    @property
    def options(self) -> Options:
        """The house rules."""
        return self.state.options

    def name(self, seat: Seat) -> str:
        """Return the name of a seat, "you" for one's own."""
        return _("you") if seat == self.me else names_of(self.people, self.state.players)[seat]

    def card(self, face: Face) -> str:
        """Return a card in writing."""
        return card_text(face, ascii=self.ascii)

    def face(self, slot: Slot) -> Face | None:
        """Return the face of a slot if it is known."""
        return self.state.table.faces.get(slot)

    def joker(self, slot: Slot) -> bool:
        """Tell whether a card is known to be a joker."""
        face = self.face(slot)
        return face is not None and is_joker(self.state.options, face)

    def choices(self) -> Choices[Action]:
        """Return the legal actions of the seat."""
        return Choices(self.game, self.state, self.me)

    def hand(self) -> tuple[Slot, ...]:
        """Return the cards of the hand whose faces are known, in the order they are shown."""
        known = [slot for slot in self.state.table.pile(HANDS[self.me]) if slot in self.state.table.faces]
        trump = self.state.trump if self.state.trump_named else None
        return sorted_hand(known, self.face, trump=trump, is_joker=lambda face: is_joker(self.state.options, face))

    def legal(self) -> frozenset[Slot]:
        """Return the cards that may be played now, in some way."""
        return frozenset(action.slot for action in self.choices() if isinstance(action, Play))

    def hand_lines(self) -> list[str]:
        """Return the hand with numbers and marks, as many lines as the width needs."""
        slots = self.hand()
        if not slots:
            return [_("You hold no cards.")]
        playing = self.state.phase is Phase.PLAYING and self.me in self.state.to_act
        legal = self.legal() if playing else frozenset(slots)
        words = []
        for number, slot in enumerate(slots, start=1):
            face = self.face(slot)
            assert face is not None
            marks = ("*" if self.joker(slot) else "") + ("" if slot in legal else "x")
            words.append(f"{number}) {self.card(face)}{marks}")
        lines = _filled(_("Your hand: "), words, self.columns)
        legend = [_("* joker")] if any(self.joker(slot) for slot in slots) else []
        if len(legal) < len(slots):
            legend.append(_("x not allowed now"))
        return [*lines, f"({', '.join(legend)})"] if legend else lines

    def table_lines(self) -> list[str]:
        """Return what lies on the table: deal, trump, bids and tricks, the trick in play."""
        state = self.state
        if state.deal == 0:
            return [_("The game is about to begin.")]
        if state.phase is Phase.DEALING:
            # Trump, bids and tricks are still those of the deal before.
            return [self.deal_line(), self.waiting_line()]
        return [self.deal_line(), self.trump_line(), *self.bid_lines(), *self.trick_lines()]

    def deal_line(self) -> str:
        """Return which deal it is; empty before the first one."""
        state = self.state
        if state.deal == 0:
            return ""
        deals = len(schedule(state.options, state.players))
        cards = ngettext("{count} card each", "{count} cards each", state.cards_each).format(count=state.cards_each)
        return _("Deal {deal} of {deals}, stage {stage}, {cards}.").format(
            deal=state.deal, deals=deals, stage=stage_name(state.stage), cards=cards
        )

    def trump_line(self) -> str:
        """Return the trump in words."""
        if not self.state.trump_named:
            return _("Trump is not chosen yet.")
        name = trump_text(self.state.trump)
        sign = "" if self.state.trump is None else f" {suit_text(self.state.trump, ascii=self.ascii)}"
        return _("Trump: {trump}.").format(trump=name + sign)

    def bid_lines(self) -> list[str]:
        """Return bids and tricks by seat in the order of bidding, and the sum of the bids."""
        state = self.state
        if not state.bids and state.phase is not Phase.BIDDING:
            return []
        parts = []
        for seat in state.order:
            dealer = _(" (dealer)") if seat == state.dealer else ""
            if seat not in state.bids:
                said = "-" if self.ascii else "–"
            elif state.phase is Phase.BIDDING:
                said = str(state.bids[seat])
            else:
                said = f"{state.bids[seat]}/{state.taken[seat]}"
            parts.append(f"{self.name(seat)}{dealer}: {said}")
        label = _("Bids: ") if state.phase is Phase.BIDDING else _("Bid/taken: ")
        return [*_filled(label, [f"{part}," for part in parts[:-1]] + [f"{parts[-1]}."], self.columns)]

    def mood_line(self) -> str:
        """Return what the sum of all bids makes of the deal, once everybody has bid; else an empty line."""
        return mood_text(self.state)

    def trick_lines(self) -> list[str]:
        """Return the cards of the trick in play, and whose card wins so far."""
        state = self.state
        if state.phase is not Phase.PLAYING or not state.trick:
            return []
        cards: list[str] = []
        laid = []
        for played in state.trick:
            face = self.face(played.slot)
            if face is None:
                return []  # the card is on its way: its face comes with the next entry
            laid.append(Laid(face, played.call))
            notes = [] if cards else [_("led")]
            notes += [] if played.call is None else [call_text(played.call)]
            said = f" ({', '.join(notes)})" if notes else ""
            cards.append(f"{self.name(played.seat)}: {self.card(face)}{said}")
        best = state.trick[winner(state.options, laid, state.trump)]
        face = self.face(best.slot)
        assert face is not None
        ahead = _("Winning so far: {card}, {name}.").format(card=self.card(face), name=self.name(best.seat))
        lines = _filled(_("On the table: "), [f"{card};" for card in cards[:-1]] + [f"{cards[-1]}."], self.columns)
        return [*lines, ahead]

    def waiting_line(self) -> str:
        """Return whose turn it is, when it is somebody else's."""
        others = sorted(self.state.to_act - {self.me})
        if not others:
            return _("Cards are being dealt; it is nobody's turn.")
        return _("It is the turn of {names}.").format(names=", ".join(self.name(seat) for seat in others))

    def question(self, *, hints: bool | None = None) -> list[str]:
        """Return what may be typed now, in a sentence or two; hints are for the first deals, or as asked."""
        state = self.state
        if self.me not in state.to_act:
            return [self.waiting_line()]
        match state.phase:
            case Phase.CHOOSING:
                return self._trump_question()
            case Phase.BIDDING:
                return self._bid_question()
            case Phase.PLAYING:
                first = state.deal <= _HINTED_DEALS or state.cards_each > _HINTED_DEALS * 4
                return self._play_question(hints=first if hints is None else hints)
            case _:
                return [self.waiting_line()]

    def _trump_question(self) -> list[str]:
        choices = tuple(self.choices())
        named = [
            "trump " + (_("none") if each.suit is None else trump_text(each.suit))
            for each in choices
            if isinstance(each, ChooseTrump)
        ]
        lines = [
            _("You see your first three cards and choose trump. Type: {choices}.").format(choices=", ".join(named))
        ]
        if any(isinstance(each, LookAtFourth) for each in choices):
            lines.append(_("Or type look: you see the fourth card, and the deal has no trump."))
        return lines

    def _bid_question(self) -> list[str]:
        most = self.state.cards_each
        allowed = {each.tricks for each in self.choices() if isinstance(each, Bid)}
        closed = [tricks for tricks in range(most + 1) if tricks not in allowed]
        sentence = _("Your bid: how many tricks will you take? Type {possible}.").format(
            possible=bid_range(sorted(allowed)) + (_(" (0 is a pass)") if 0 in allowed else "")
        )
        if not closed:
            return [sentence]
        return [
            sentence,
            _("As dealer you cannot bid {closed}: the bids would add up to {cards} (rule A14).").format(
                closed=", ".join(map(str, closed)), cards=most
            ),
        ]

    def _play_question(self, *, hints: bool) -> list[str]:
        leading = not self.state.trick
        lines = [_("You lead: type the number of a card.") if leading else _("Your turn: type the number of a card.")]
        jokers = [slot for slot in self.hand() if self.joker(slot) and slot in self.legal()]
        if jokers and not hints:
            lines[0] += " " + _("For a joker you are asked how.")
        if jokers and hints:
            face = self.face(jokers[0])
            assert face is not None
            lines.append(self._joker_hint(card_text(face, ascii=True).lower(), leading=leading))
        return lines

    def _joker_hint(self, card: str, *, leading: bool) -> str:
        if leading:
            hint = _("Joker: {card} lead hearts highest takes; {card} lead clubs any not.")
        elif self.state.options.low_with_suit:
            hint = _("Joker: {card} high (takes); {card} low hearts (does not take, as the lowest heart).")
        else:
            hint = _("Joker: {card} high (takes); {card} low (does not take).")
        if self.state.options.nominal:
            hint += " " + _("Or {card} nominal (the plain six).")
        return hint.format(card=card)

    def lines(self) -> list[str]:
        """Return all that a player needs for his turn."""
        shown = self.trick_lines() if self.state.phase is Phase.PLAYING else []
        return [self.trump_line(), *self.bid_lines(), *shown, *self.hand_lines()]


def mood_text(state: ClassicState) -> str:
    """Return what the sum of all bids makes of a deal, once everybody has bid; else an empty text."""
    if not state.bids or len(state.bids) < len(state.order):
        return ""
    total, cards = sum(state.bids.values()), state.cards_each
    match bid_mood(cards, tuple(state.bids.values())):
        case Mood.PUSHED:
            mood = _("{count} too few: somebody will have to take more than was bid").format(count=cards - total)
        case Mood.FOUGHT:
            mood = _("{count} too many: tricks will be fought over").format(count=total - cards)
        case Mood.EVEN:
            mood = _("as many: every bid can be kept")
    return _("Sum of the bids {total}, tricks {cards}, {mood}.").format(total=total, cards=cards, mood=mood)


def bid_range(bids: Sequence[int]) -> str:
    """Return numbers in words, runs shortened: `0-4, 6-9`."""
    runs: list[list[int]] = []
    for bid in bids:
        if runs and runs[-1][-1] == bid - 1:
            runs[-1].append(bid)
        else:
            runs.append([bid])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _filled(label: str, words: Sequence[str], columns: int) -> list[str]:
    """Put words behind a label, as many in a line as fit; a word is never broken."""
    lines = [label.rstrip()]
    for word in words:
        gap = " " if len(lines) == 1 and lines[0] == label.rstrip() else "  " if word[:1].isdigit() else " "
        if len(lines[-1]) + len(gap) + len(word) > columns and lines[-1] != label.rstrip():
            lines.append("   " + word)
        else:
            lines[-1] += gap + word
    return lines
