"""Sentences of the audit: verdicts, checks and findings.

Responsible for wording only; every judgement is made below. A finding whose code has no sentence is told by its code,
so that nothing found is ever left out.
"""

from collections.abc import Mapping
from typing import Final

from cli.text import N_, _, fill

__all__ = ["check_text", "finding_codes", "finding_text", "verdict_text"]

_VERDICTS: Final[Mapping[str, str]] = {
    "VALID": N_("The log is whole, and everything in it is as the rules and the players' signatures say."),
    "VALID-TRUSTED": N_(
        "The log is whole and everything in it is right, but one device held several seats and could see their cards."
    ),
    "INCOMPLETE": N_("The log is right as far as it goes, but it is not whole."),
    "UNSUPPORTED": N_("The log was made by a newer program or by rules that this version does not know; update it."),
    "INVALID": N_("The log is wrong: it is not what was played, or not what the rules allow."),
}

_CHECKS: Final[Mapping[str, str]] = {
    "encoding": N_("entries are written in the one allowed way"),
    "chain": N_("entries follow each other without a gap or a change"),
    "signatures": N_("statements are signed by who makes them"),
    "order": N_("places in the log are signed by the device that orders"),
    "decks": N_("shuffles and draws, computed again, come out the same"),
    "cards": N_("deals open to exactly the cards that were shuffled"),
    "moves": N_("choices of trump and cards are legal"),
    "bids": N_("bids are legal"),
    "claims": N_("claims were judged rightly"),
    "votes": N_("votes were counted rightly"),
    "scores": N_("lines of the score sheet, computed again, come out the same"),
    "agreements": N_("closed deals are agreed to by every seat"),
}


def verdict_text(verdict: str) -> str:
    """Return what a verdict means."""
    return _(_VERDICTS[verdict])


def check_text(check: str) -> str:
    """Return what a check looks at; the check's own name if it is a newer one."""
    return _(_CHECKS.get(check, check))


_FINDINGS: Final[Mapping[str, str]] = {
    # the file
    "not-a-log": N_("The file is no log of a game."),
    "too-large": N_("The file is larger than the log of any game."),
    "newer-format": N_("The file has a newer format; a newer joker-lan can read it."),
    "empty": N_("There is nothing in the file but the beginning of a log."),
    "encoding": N_("This record is not an entry as the format wants it ({reason}); nothing behind it can be judged."),
    "damage": N_("The file is damaged at byte {byte}; nothing behind it can be judged."),
    "torn": N_("The file ends within an unfinished write at byte {byte}."),
    "stub": N_("What was said here was taken out of this copy; this version cannot check such a log."),
    # the beginning
    "no-start": N_("The log does not begin with entry 0, which settles who plays what."),
    "start-shape": N_("Entry 0 is not as the format wants it."),
    "start-format": N_("Entry 0 says a newer format; a newer joker-lan can read it."),
    "start-game": N_("Entry 0 names a game that this version does not know."),
    "start-rules": N_("Entry 0 names another version of the rules than this program has."),
    "start-options": N_("The house rules in entry 0 cannot be played."),
    "start-rounds": N_("Entry 0 asks for shuffle proofs with a number of rounds that play does not allow."),
    "start-seats": N_("The seats in entry 0 cannot play this game."),
    "start-keys": N_("Entry 0 holds a key that is no good key, or one key twice."),
    "start-signatures": N_("A signature under entry 0 is wrong: not all agreed to this game."),
    # entries that do not follow
    "entry-number": N_("The entry is not the next one: something was left out, doubled or swapped."),
    "entry-epoch": N_("The entry belongs to a stretch of the log that did not begin."),
    "entry-author": N_("The entry is signed by nobody who sits at the table."),
    "entry-signature": N_("The signature is not that of the one who is named as the author."),
    "entry-order": N_("The place of this entry is not signed by the device that orders the log."),
    "entry-sequence": N_("It is not the next statement of its author: one was left out, doubled or swapped."),
    "entry-seen": N_("Its author names an entry as seen that comes later or does not exist."),
    "entry-fork": N_("Its author had another log in view: this one was changed before it, or there are two."),
    "entry-stub": N_("What was said here was taken out of this copy; this version cannot check such a log."),
    "entry-offence": N_("What was said here was not allowed."),
    "entry-after-end": N_("Something follows after the end of the game."),
    # offences in signed statements that were ordered all the same
    "offence-shape": N_("{name} said something that is no statement ({kind})."),
    "offence-uncalled": N_("{name} said something that was not asked for: out of turn, twice or too early ({kind})."),
    "offence-seen": N_("{name} claims to know less than before ({kind})."),
    "offence-content": N_("{name} said something that cannot be so ({kind})."),
    "offence-coin": N_("{name} opened another coin than the one committed to."),
    "offence-deck": N_("A message of {name} to the shuffle does not pass its check ({kind}: {fault})."),
    "offence-keys": N_("{name} did not lay open the cards that the action names ({kind})."),
    "offence-rule": N_("{name} did what the rules do not allow."),
    "offence-accusation": N_("{name} accused somebody, and the accusation does not hold."),
    "offence-proof": N_("A proof of {name} in the shuffle is false ({kind})."),
    "offence-twice": N_("{name} said two different things under one number."),
    "offence-heads": N_("A device signed two different logs for one place."),
    "offence-order": N_("A device gave a place in the log to what may not have one."),
    # what the log shows and deals with itself
    "convicted": N_("{name} is convicted by signed evidence in the log ({reason})."),
    "charged": N_("{name} broke a rule; the deal was annulled and the penalty charged, as the rules say."),
    "accusation-false": N_("An accusation beside the log does not hold."),
    # decks
    "deck": N_("The seed that {name} revealed does not lead to what was said in deck {deck} ({kind})."),
    "cards": N_("Deck {deck} does not open to every card exactly once."),
    # the end
    "not-over": N_("The log ends here, before the game is over and agreed to by all."),
    "broken-off": N_("The game was broken off here."),
}


def finding_text(code: str, about: Mapping[str, object]) -> str:
    """Return the sentence for a finding; for one without a sentence its code with its data."""
    template = _FINDINGS.get(code)
    if template is not None:
        return fill(_(template), {"name": _("Somebody"), **about})
    data = ", ".join(f"{key} {value}" for key, value in about.items())
    return f"{code} ({data})" if data else code


def finding_codes() -> frozenset[str]:
    """Return the codes that have a sentence."""
    return frozenset(_FINDINGS)
