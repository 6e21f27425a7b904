"""What pytest must know before any test: the option `--golden`, and how hard hypothesis tries."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.golden import Golden

# The profile grows out of the default, which hypothesis itself makes repeatable when the variable CI is set. No
# deadline and no complaint about slowness: machines differ, and a slow one must not turn a right test red.
settings.register_profile(
    "joker", settings(), deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("joker")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        choices=("compare", "update"),
        default="compare",
        help="update: write the golden files anew instead of comparing with them; then read the difference",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with a file below `tests/golden/`: `golden(text, "classic/three.txt")`."""
    return Golden(Path(__file__).parent / "golden", update=request.config.getoption("--golden") == "update")
