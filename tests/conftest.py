"""Settings of all tests."""

import os

from hypothesis import settings

# How long an example takes says more about the machine than about the program; and a change is
# judged by the same examples each time. HYPOTHESIS_PROFILE=searching looks for others.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
