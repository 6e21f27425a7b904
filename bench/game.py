"""A whole game as one process: `python bench/game.py [GAMES] [BOTS]`.

Plays 24 deals of classic against bots, every seat played by the program, and prints seconds and peak memory.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())"]
MEBIBYTE = 1 << 20


def play(folder: Path, bots: int) -> tuple[float, float, int]:
    """Play one game; returns seconds of wall clock, seconds of processor, and the bytes of its log."""
    words = ["play", "classic", "--bots", str(bots), "--autoplay", "--seed", "7", "--quiet"]
    log = folder / "game.jlog"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run(
        [*PROGRAM, *words, "--data", str(folder / "data"), "--log", str(log)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return wall, busy, log.stat().st_size


def peak() -> float:
    """Return the most memory that any child has used, in MiB."""
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return most / (MEBIBYTE if sys.platform == "darwin" else 1024)


def main() -> None:
    """Play and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    bots = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    runs = []
    for _ in range(games):
        with tempfile.TemporaryDirectory() as folder:
            runs.append(play(Path(folder), bots))
    wall, busy, size = min(runs)
    print(f"{bots + 1} seats, a whole game: best of {games}: {wall:.1f} s, {busy:.1f} s of them busy")
    print(f"peak memory {peak():.0f} MiB, log {size / MEBIBYTE:.1f} MiB")


if __name__ == "__main__":
    main()
