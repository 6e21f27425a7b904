"""The JSON documents that scripts read: one on stdout for each run with `--json`.

Keys are English and stay: new ones may come within a version, none goes. Only `message` and `hint` are translated.
This module must not know where the values come from.
"""

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from cli.errors import Fault
from cli.exits import Exit

if TYPE_CHECKING:
    from protocol.net.local import Summary
    from protocol.net.saved import SavedGame

__all__ = ["dump", "error_document", "games_document", "result_document"]

ERROR: Final = "joker-lan/error@1"
RESULT: Final = "joker-lan/result@1"
GAMES: Final = "joker-lan/games@1"


def error_document(fault: Fault, message: str, hint: str) -> dict[str, Any]:
    """Return `joker-lan/error@1`: what went wrong, the exit code, the sentence, and what may be tried."""
    return {
        "schema": ERROR,
        "ok": False,
        "code": fault.code,
        "exit": int(fault.exit),
        "message": message,
        "hint": hint,
    }


def result_document(summary: "Summary", exit_code: Exit) -> dict[str, Any]:
    """Return `joker-lan/result@1`: which game it was, where its log lies and how it stands; seats count from 0."""
    return {
        "schema": RESULT,
        "ok": exit_code is Exit.DONE,
        "exit": int(exit_code),
        "table": summary.table,
        "game_id": summary.game_id,
        "log": str(summary.log),
        "final_hash": summary.final_hash,
        "entries": summary.entries,
        "scores": list(summary.scores),
        "winners": None if summary.winners is None else sorted(summary.winners),
    }


def games_document(games: Iterable["SavedGame"]) -> dict[str, Any]:
    """Return `joker-lan/games@1`: the saved games."""
    return {
        "schema": GAMES,
        "games": [
            {
                "table": game.tag,
                "game": game.game,
                "title": game.title,
                "players": [
                    {"seat": person.seat, "name": person.name, "kind": person.kind.value} for person in game.people
                ],
                "deal": game.deal,
                "deals": game.deals,
                "over": game.over,
                "entries": game.entries,
                "log": str(game.log_path),
            }
            for game in games
        ],
    }


def dump(document: Mapping[str, Any], *, encoding: str) -> str:
    """Return a document as text; a stream that is not UTF-8 gets nothing but ASCII."""
    is_utf8 = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    return json.dumps(document, ensure_ascii=not is_utf8, indent=2)
