"""One update as arrows: the pull of the target, the push of the negatives."""

from __future__ import annotations

from collections.abc import Callable

from sgns_core.trace import Floats, StepTrace
from sgns_tui.render.map.scene import Arrow


def update_arrows(
    trace: StepTrace, projected: Callable[[Floats], Floats], reach: float, outputs: bool
) -> tuple[Arrow, ...]:
    """Return the arrows of an update on a map.

    projected: rows (n, d) to the plane (n, 2), linear. At the center's point starts one arrow for
    each scored word that counts: what it adds to the center's row. With `outputs`, when Ep is drawn,
    each touched row of Ep has one too. All are drawn at one scale, the longest `reach` world units
    long: true lengths are too small to see.
    """
    raise NotImplementedError
