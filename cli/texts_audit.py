"""Sentences of the audit: verdicts, checks and findings.

Responsible for wording only; every judgement is made below. A finding whose code has no sentence is told by its code,
so that nothing found is ever left out.
"""

from collections.abc import Mapping
from typing import Final

from cli.text import N_, _, fill, ngettext

__all__ = ["check_text", "finding_text", "verdict_text"]

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


_FINDINGS: Final[Mapping[str, str]] = {}


def finding_text(code: str, about: Mapping[str, object]) -> str:
    """Return the sentence for a finding; for one without a sentence its code with its data."""
    template = _FINDINGS.get(code)
    if template is not None:
        return fill(_(template), about)
    return f"{code} ({', '.join(f'{key} {value}' for key, value in about.items())})" if about else code
