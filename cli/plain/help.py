"""The help of the line-by-line face: everything that somebody needs who never played, and nothing else.

The sentences follow the house rules of the game in play, so that nothing is explained that cannot happen.
"""

from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from cli.paper import names_of
from cli.plain.screen import View
from cli.text import _
from joker_lan.engine.options import pairs
from joker_lan.games.classic.options import Options

__all__ = ["help_lines", "rules_lines"]


_WIDEST: Final = 80
_COMMAND: Final = 29


def help_lines(view: View) -> list[str]:
    """Return the help: aim, course of a deal, cards, jokers, points, commands."""
    page = _Page(min(view.columns, _WIDEST) - 1)
    _course(page, view.options)
    _jokers(page, view.options)
    _points(page, view.options)
    page.heading(_("OTHER COMMANDS"))
    page.command("score", _("the score sheet"))
    page.command("hand", _("your cards, the bids and what lies on the table"))
    page.command("rules", _("the house rules of this table"))
    page.command("quit", _("stop here; the game is saved and can be resumed"))
    page.command("help", _("this page"))
    page.paragraph(_("Commands may be shortened (sc, ha), and capitals do not matter."))
    return page.lines


@dataclass(slots=True)
class _Page:
    """Lines of a certain width, as they are written."""

    width: int
    lines: list[str] = field(default_factory=list)

    def heading(self, text: str) -> None:
        self.lines += ([""] if self.lines else []) + [text]

    def paragraph(self, text: str) -> None:
        self.lines += wrap(text, self.width, initial_indent="  ", subsequent_indent="  ")

    def command(self, typed: str, meaning: str) -> None:
        """Write what can be typed, and what it means."""
        self.lines += wrap(
            f"{typed:<{_COMMAND}} {meaning}",
            self.width,
            initial_indent="    ",
            subsequent_indent=" " * min(_COMMAND + 5, self.width // 2),
        )


def _course(page: _Page, options: Options) -> None:
    page.heading(_("THE AIM"))
    page.paragraph(_("In every deal you say how many tricks you will take, and then take exactly that many."))
    page.heading(_("TRUMP"))
    page.paragraph(
        _(
            "Before the bids a card is turned up, and its suit is trump; a joker means no trump. In the deals with all"
            " cards (stages II and IV) the player left of the dealer sees three cards and chooses trump:"
        )
    )
    page.command("trump hearts", _("hearts are trump"))
    if options.allow_no_trump_choice:
        page.command("trump none", _("there is no trump"))
    page.command("look", _("see the fourth card first: then there is no trump"))
    page.heading(_("BIDS"))
    page.paragraph(_("From the dealer's left, everybody says how many tricks to take."))
    page.command("2  (" + _("or") + ": bid 2)", _("you will take two tricks"))
    page.command("pass  (" + _("or") + ": 0)", _("you will take none"))
    if options.dealer_restriction:
        page.paragraph(_("The dealer bids last, and the bids may not add up to the number of tricks."))
    page.heading(_("PLAY"))
    page.paragraph(_("Whoever bid first leads; later, whoever took the last trick. Everybody plays one card."))
    page.command("3", _("play the card that is shown as 3) in your hand"))
    page.command("7h", _("play the seven of hearts (s spades, h hearts, d diamonds, c clubs)"))
    page.paragraph(
        _(
            "Play the suit that was led. If you have none of it, play a trump; if you have no trump either, play any"
            " card. Cards marked x are not allowed now. From high to low: A K Q J 10 9 8 7 6."
        )
    )
    page.paragraph(_("The highest trump takes the trick; if there is none, the highest card of the suit that was led."))


def _jokers(page: _Page, options: Options) -> None:
    sixes = options.deck == "36_sixes"
    card = "6s" if sixes else "jk"
    page.heading(_("JOKERS"))
    which = _("The black sixes, 6s and 6c, are jokers (marked *).") if sixes else _("jk and jk2 are jokers (marked *).")
    page.paragraph(which + " " + _("A joker may be played at any time, whatever was led. Say how:"))
    page.command(f"{card} high", _("it takes the trick, unless a later joker takes too"))
    if options.low_with_suit:
        page.command(f"{card} low hearts", _("it does not take: it is the lowest heart"))
    else:
        page.command(f"{card} low", _("it does not take"))
    if options.nominal:
        page.command(f"{card} nominal", _("it is just a six of its suit, if that card is allowed now"))
    page.paragraph(_("If you lead a joker, you also say what the others must play, if they can:"))
    page.command(f"{card} lead hearts highest takes", _("their highest heart; the joker takes"))
    page.command(f"{card} lead clubs any not", _("any club; the joker does not take"))
    page.command("no", _("when you are asked how: take the joker back and play another card"))
    if options.strict:
        page.paragraph(_("In this game a joker may be led only when you hold nothing but jokers."))


def _points(page: _Page, options: Options) -> None:
    page.heading(_("POINTS"))
    match options.scoring:
        case "ru":
            page.command(_("as many as you bid"), _("50, and 50 for each trick (2 of 2: 150; a kept pass: 50)"))
            full = options.full_hand == "fullDealsOnly"
            page.command(
                _("all of them, as you bid"),
                _("100 for each trick, in stages II and IV") if full else _("100 for each trick"),
            )
            each = 10 if options.miss == "tenPerTrick" else 0
            page.command(_("more or fewer"), _("{points} for each trick taken").format(points=each))
            page.command(_("none, but you bid"), _("{points} (khisht)").format(points=options.khisht))
        case "uk":
            page.command(_("as many as you bid"), _("10 for each trick; a kept pass: 5"))
            page.command(_("fewer"), _("-10 for each missing trick; for none at all also -20 (khisht)"))
            page.command(_("more"), _("1 for each trick"))
        case "minus":
            each = 100 if options.minus_exact == "100k" else 50
            page.command(_("as many as you bid"), _("{points} for each trick").format(points=each))
            page.command(_("a kept pass"), str(options.minus_pass))
            page.command(_("fewer"), _("-100 for each missing trick"))
            page.command(_("more"), _("10 for each trick taken"))
    match options.premium:
        case "allOthers":
            page.paragraph(
                _(
                    "Premium: whoever keeps every bid of a stage gets the best deal of it once more. If only one does,"
                    " each of the others loses their own best deal of that stage."
                )
            )
        case "nextPlayer":
            page.paragraph(
                _(
                    "Premium: whoever keeps every bid of a stage gets the best deal of it once more, and the next"
                    " player clockwise loses their own best deal of that stage."
                )
            )
        case "off":
            pass


def rules_lines(view: View, rules_code: str) -> list[str]:
    """Return the house rules in short: the preset they come from, what differs from it, and their code."""
    presets = view.game.presets
    best = min(presets, key=lambda name: len(_differences(view.options, presets[name])))
    different = _differences(view.options, presets[best])
    lines = [_("House rules {code}: {preset}.").format(code=rules_code, preset=best)]
    if different:
        lines = [
            _("House rules {code}: {preset} with {changes}.").format(
                code=rules_code, preset=best, changes=", ".join(different)
            )
        ]
    people = ", ".join(names_of(view.people, view.state.players))
    return [*lines, _("At the table, clockwise: {people}.").format(people=people), _("help explains the game.")]


def _differences(options: Options, preset: Options) -> list[str]:
    """Return the options that differ, as they are typed; the number of chairs is no rule."""
    return [
        f"{key}={_typed(value)}"
        for (key, value), other in zip(pairs(options), pairs(preset), strict=True)
        if (key, value) != other and key != "players"
    ]


def _typed(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
