"""The golden files' comparison itself: it must fail when it should, or no golden test can."""

from pathlib import Path

import pytest

from tests.support.golden import Golden


def test_same_text_passes_and_another_one_fails_with_the_difference(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("first\nsecond\n")
    compare = Golden(tmp_path)
    compare("first\nsecond\n", "kept.txt")
    with pytest.raises(AssertionError) as caught:
        compare("first\nthird\n", "kept.txt")
    assert "-second" in str(caught.value)
    assert "+third" in str(caught.value)
    assert "--golden=update" in str(caught.value)


def test_a_missing_end_of_line_is_a_difference(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("first\n")
    with pytest.raises(AssertionError, match="ends of lines"):
        Golden(tmp_path)("first", "kept.txt")


def test_a_missing_file_fails_and_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no golden file"):
        Golden(tmp_path)("text", "classic/new.txt")
    assert not (tmp_path / "classic").exists()


def test_update_writes_what_a_later_comparison_accepts(tmp_path: Path) -> None:
    Golden(tmp_path, update=True)("пас\n", "classic/new.txt")
    Golden(tmp_path)("пас\n", "classic/new.txt")
    assert (tmp_path / "classic" / "new.txt").read_bytes() == "пас\n".encode()
