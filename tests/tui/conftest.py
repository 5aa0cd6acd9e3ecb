"""Settings of the tests of the terminal program."""

from hypothesis import settings

# How long an example takes says more about the machine than about the program.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
