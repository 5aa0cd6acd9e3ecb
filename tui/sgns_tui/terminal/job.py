"""The program as a job of a shell, which may be stopped and gone on with."""

from __future__ import annotations

import os
import signal


def has_shell() -> bool:
    """Tell whether a shell with job control began this program, or the script that it is part of.

    Without one, as in `ssh host sgns-tui` or a window of its own, the group of processes is that
    of the session's first one: nobody would go on with what is stopped.
    """
    return os.getpgrp() != os.getsid(0)


def stop() -> None:
    """Stop the whole job, as ctrl+z does in a terminal that takes it; return when it goes on.

    All of it: a shell waits for the job's first process, which may be `make` or a script. The
    terminal must be in order already: the shell has it as soon as that first process stops.
    """
    before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        os.killpg(os.getpgrp(), signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, before)
