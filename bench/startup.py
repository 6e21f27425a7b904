"""How much longer `joker-lan --version` and `--help` take than an empty Python: `python bench/startup.py [RUNS]`.

Prints the best and the middle of several runs, interleaved so that a busy machine troubles all alike.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "joker-lan --version": ["-c", "import sys; from cli.main import main; sys.exit(main(['--version']))"],
    "joker-lan --help": ["-c", "import sys; from cli.main import main; sys.exit(main(['--help']))"],
    "joker-lan play --bots 9": ["-c", "import sys; from cli.main import main; sys.exit(main(['play', '--bots', '9']))"],
}


def measure(words: list[str]) -> float:
    """Return the seconds that one process takes."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, *words], cwd=Path(__file__).parents[1], capture_output=True, check=False)
    return time.perf_counter() - begin


def main() -> None:
    """Measure all commands in turn and print them."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for words in COMMANDS.values():
        measure(words)  # the first run compiles
    for _ in range(runs):
        for name, words in COMMANDS.items():
            times[name].append(measure(words))
    bare = times["python -c pass"]
    print(f"{'command':<26}{'best':>8}{'middle':>8}{'over an empty Python':>24}   ({runs} runs, seconds)")
    for name, taken in times.items():
        best, middle = min(taken), statistics.median(taken)
        print(f"{name:<26}{best:>8.3f}{middle:>8.3f}{middle - statistics.median(bare):>+24.3f}")


if __name__ == "__main__":
    main()
