"""Every sentence that a person reads passes through here: English in the source, one catalogue."""

from __future__ import annotations

import gettext
from pathlib import Path

from sgns_core.errors import InvalidInput

_catalogue = gettext.translation("sgns_tui", Path(__file__).parent / "locale", fallback=True)

_ = _catalogue.gettext
ngettext = _catalogue.ngettext


def N_(message: str) -> str:  # noqa: N802 - the usual name for what is translated later
    """Mark a sentence that stands in a table for translation where it is shown."""
    return message


def explain(error: InvalidInput) -> str:
    """Return an engine's message in the reader's language, its values made safe to show."""
    from sgns_tui.text import harmless  # late: it is needed only where something went wrong

    shown = {
        name: explain(value) if isinstance(value, InvalidInput) else harmless(str(value))
        for name, value in error.values.items()
    }
    return _(error.template).format(**shown)
