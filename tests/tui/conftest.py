"""Settings of the tests of the terminal program."""

import signal
from collections.abc import Iterator

import pytest

TAKEN = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)

# A shell that runs tests in the background has them, and all they start, ignore some of these.
for taken in TAKEN:
    if signal.getsignal(taken) is signal.SIG_IGN:
        usual = signal.default_int_handler if taken is signal.SIGINT else signal.SIG_DFL
        signal.signal(taken, usual)


@pytest.fixture(autouse=True)
def _signals_as_they_were() -> Iterator[None]:
    """Give signals back that an app took: it is gone when the next test raises one."""
    before = {number: signal.getsignal(number) for number in TAKEN}
    yield
    for number, handler in before.items():
        if handler is not None:  # one that was not set from Python cannot be
            signal.signal(number, handler)
