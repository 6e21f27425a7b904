"""Golden files: a readable text that a test produces, kept in the repository, so that a change of it is reviewed.

Knows nothing of what the texts say. A golden file is the one place where an expected value may come from the program;
what makes it right is the person who reads the difference before committing it.
"""

import difflib
from dataclasses import dataclass
from pathlib import Path

HINT = "If the new text is right, run pytest again with --golden=update and commit the file."


@dataclass(frozen=True, slots=True)
class Golden:
    """The golden files below one folder. With `update` they are rewritten instead of compared."""

    folder: Path
    update: bool = False

    def __call__(self, text: str, name: str) -> None:
        """Compare `text` with the file `name` (relative, with forward slashes).

        Raises:
            AssertionError: they differ, or the file is missing; the message holds the difference.
        """
        path = self.folder / name
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        if not path.exists():
            raise AssertionError(f"There is no golden file {path}. {HINT}")
        kept = path.read_text(encoding="utf-8")
        if kept != text:
            raise AssertionError(f"{path} differs. {HINT}\n{difference(kept, text)}")


def difference(kept: str, made: str) -> str:
    """The lines that differ, with a little around them, as `diff -u` shows them."""
    lines = difflib.unified_diff(kept.splitlines(), made.splitlines(), "kept", "made", lineterm="", n=2)
    return "\n".join(lines) or "(only the ends of lines differ)"
