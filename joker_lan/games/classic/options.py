"""House rules of classic Joker and their presets; docs/rules/classic.md describes every value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from joker_lan.engine.options import Cause, OptionError, Value, check, within


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules. `players` is only the number of chairs first offered; every set is played by 2, 3 or 4.

    Raises:
        OptionError: a value is not possible.
    """

    players: Literal[2, 3, 4] = 4
    deals: int | Literal["all"] = within("all", range(1, 43))
    deck: Literal["36_sixes", "38_two_jokers"] = "36_sixes"
    joker_face: Literal["sixes", "printed"] = "sixes"
    full_deals: Literal["fixed4", "perPlayer"] = "fixed4"
    first_dealer: Literal["ace_topcard", "ace_in_centre", "lot"] = "ace_topcard"
    trump_from_3: Literal["any", "held"] = "any"
    trump_9: Literal["chooser", "turnup", "dealerLastCard"] = "chooser"
    allow_no_trump_choice: bool = True
    dealer_restriction: bool = True
    strict: bool = False
    demands: Literal["highest,lowest,any", "highest,lowest", "highest", "site"] = "highest,lowest,any"
    void_on_joker_lead: Literal["any", "must_trump"] = "any"
    trump_beats_led_high_joker: bool = False
    low_with_suit: bool = False
    nominal: bool = True
    nominal_legality: Literal["ordinary", "free"] = "ordinary"
    nominal_ban: Literal["trumpOnly", "off"] = "trumpOnly"
    scoring: Literal["ru", "uk", "minus"] = "ru"
    full_hand: Literal["everyDeal", "fullDealsOnly"] = "everyDeal"
    khisht: Literal[-200, 0, -100, -500] = -200
    khisht_rule: Literal["zeroTricks", "worstFailed"] = "zeroTricks"
    miss: Literal["tenPerTrick", "zero"] = "tenPerTrick"
    uk_khisht: Literal["add", "replace"] = "add"
    uk_over: Literal["allTricks", "surplus"] = "allTricks"
    minus_exact: Literal["100k", "ru"] = "100k"
    minus_khisht: Literal["none", "add"] = "none"
    minus_pass: int = within(50, range(101))
    minus_over: Literal["tenPerTrick", "zero"] = "tenPerTrick"
    premium: Literal["allOthers", "nextPlayer", "off"] = "allOthers"
    bonus_from: Literal["wholePulka", "excludingLast"] = "wholePulka"
    loss_from: Literal["wholePulka", "excludingLast"] = "wholePulka"
    tie_at_end: Literal["shared", "scoreSheetOrder"] = "shared"
    enforcement: Literal["prevent", "warn", "claims", "auto"] = "prevent"
    revoke_penalty: int = within(200, range(1001))
    false_claim: int = within(50, range(1001))
    review: Literal["none", "last", "deal"] = "none"

    def __post_init__(self) -> None:
        check(self)


_WIKI: Final = Options()
_UK: Final = replace(_WIKI, scoring="uk", premium="off", revoke_penalty=20, false_claim=5)

PRESETS: Final[Mapping[str, Options]] = MappingProxyType(
    {
        "wiki": _WIKI,
        "site": replace(
            _WIKI,
            first_dealer="lot",
            demands="site",
            void_on_joker_lead="must_trump",
            low_with_suit=True,
            nominal=False,
            premium="nextPlayer",
            bonus_from="excludingLast",
        ),
        "article": replace(_WIKI, first_dealer="ace_in_centre", full_hand="fullDealsOnly"),
        "uk": _UK,
        "uk38": replace(_UK, deck="38_two_jokers", joker_face="printed"),
        "minus": replace(_WIKI, scoring="minus"),
        "georgian": replace(_WIKI, void_on_joker_lead="must_trump", trump_beats_led_high_joker=True, nominal=False),
        "family": replace(_WIKI, review="last"),
        "strict": replace(_WIKI, strict=True),
    }
)

_BUILT: Final[Mapping[str, tuple[str, tuple[Value, ...]]]] = MappingProxyType(
    {
        "enforcement": ("enforcement", ("prevent",)),
        "review": ("review", ("none",)),
    }
)


def check_playable(options: Options, seats: int, deals: int) -> None:
    """Check what only the number of players or this version of the program limits.

    Args:
        options: the house rules.
        seats: how many play.
        deals: how many deals the whole schedule has for so many.

    Raises:
        OptionError: these options cannot be played by so many, or not yet.
    """
    if seats not in (2, 3, 4):
        raise OptionError("players", seats, (2, 3, 4))
    for name, (key, built) in _BUILT.items():
        value = getattr(options, name)
        if value not in built:
            raise OptionError(key, value, built, Cause.NOT_BUILT)
    if options.trump_9 == "turnup" and options.deck == "36_sixes":
        raise OptionError("trump9", "turnup", ("chooser", "dealerLastCard"), Cause.COMBINATION)
    if options.deals != "all" and options.deals > deals:
        raise OptionError("deals", options.deals, ("all", *range(1, deals + 1)), Cause.COMBINATION)
