"""Sentences about the table itself: why a game cannot go on, and what somebody should know that is no part of the game.

Responsible for wording only. A code without a sentence is told by its code, so that nothing is left out.
"""

from collections.abc import Mapping
from typing import Final

from cli.text import N_, _, fill
from protocol.seat import Broken, Notice

__all__ = ["broken_text", "notice_text"]

_LOST: Final = N_(
    "The secrets of {name} for this deck are gone from this device: the game cannot go on, through nobody's fault."
)
_REASONS: Final[Mapping[str, str]] = {
    "shape": N_("{name} said something that is no statement."),
    "uncalled": N_("{name} acted out of turn, twice or too early."),
    "seen": N_("{name} claimed to know less than before."),
    "content": N_("{name} said something that cannot be so."),
    "coin": N_("{name} opened another coin than the one committed to."),
    "deck": N_("{name} sent something to the shuffle that does not pass its check."),
    "keys": N_("{name} did not lay open the cards that were played."),
    "rule": N_("{name} did what the rules do not allow."),
    "accusation": N_("{name} accused somebody, and the accusation does not hold."),
    "proof": N_("{name} shuffled falsely."),
    "twice": N_("{name} said two different things under one number."),
    "heads": N_("A device signed two different logs for one place."),
    "order": N_("A device gave a place in the log to what may not have one."),
}
_NOTICES: Final[Mapping[str, str]] = {
    "lapsed": N_("What you did came too late: something else happened first. Look again, and choose."),
}


def broken_text(phase: Broken, name: str) -> str:
    """Return why a game cannot go on; `name` is that of the culprit, or of who lost the secrets; empty for nobody."""
    if phase.code == "lost":
        return fill(_(_LOST), {"name": name})
    reason = _REASONS.get(phase.code)
    if reason is None:
        return _("The game cannot go on ({code}).").format(code=phase.code)
    told = fill(_(reason), {"name": name or _("Somebody")})
    return _("The game cannot go on. {reason} What was signed proves it.").format(reason=told)


def notice_text(notice: Notice) -> str:
    """Return what somebody should know."""
    template = _NOTICES.get(notice.code)
    if template is not None:
        return _(template)
    about = ", ".join(f"{key} {value}" for key, value in notice.about.items())
    return _("Notice: {code} {about}").format(code=notice.code, about=about).rstrip()
