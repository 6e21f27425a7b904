"""The JSON documents that scripts read: one on stdout for each run with `--json`.

Keys are English and stay: new ones may come within a version, none goes. Only `message` and `hint` are translated.
This module must not know where the values come from.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from cli.errors import Fault

__all__ = ["dump", "error_document"]

ERROR: Final = "joker-lan/error@1"


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


def dump(document: Mapping[str, Any], *, encoding: str) -> str:
    """Return a document as text; a stream that is not UTF-8 gets nothing but ASCII."""
    is_utf8 = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    return json.dumps(document, ensure_ascii=not is_utf8, indent=2)
