"""What each update of a run is made with: its configuration, its pair and its draws."""

from __future__ import annotations

from collections.abc import Sequence

from sgns_core import limits
from sgns_core.edits import Config, Edit, config_at, edits_after, last_edit, next_edit
from sgns_core.errors import InvalidInput
from sgns_core.schedule import Block, Schedule


class Plan:
    """Configurations and blocks under a list of edits; the last of each is kept for the next.

    A list of edits is known again by its identity: it must not change.
    """

    def __init__(self, schedule: Schedule, first: Config) -> None:
        self.schedule = schedule
        self.first = first
        self._known: tuple[Sequence[Edit], int, int | None, Config] | None = None
        self._ahead: tuple[Sequence[Edit], Block] | None = None

    def config(self, edits: Sequence[Edit], step: int) -> Config:
        """Return what governs update `step`."""
        known = self._known
        first = self.first
        since = edits
        if known is not None and known[0] is edits and known[1] <= step:
            first, until = known[3], known[2]
            if until is None or step < until:
                return first
            since = edits_after(edits, known[1])
        config = config_at(first, since, step)
        if step >= 0:
            self._known = edits, last_edit(edits, step), next_edit(edits, step), config
        return config

    def block(self, edits: Sequence[Edit], start: int, count: int) -> Block:
        """Return pairs and draws of at most `count` updates, and of one at least.

        A block ends where an edit waits. Raises InvalidInput where update `start` has no pair or
        no draw.
        """
        if count >= limits.AHEAD:
            return self._draw(edits, start, count)
        if self._ahead is None or self._ahead[0] is not edits or not _holds(self._ahead[1], start):
            # Blocks at fixed places serve those who go back as well.
            begin = max(last_edit(edits, start), start - start % limits.AHEAD)
            block = self._draw(edits, begin, limits.AHEAD)
            if not _holds(block, start):
                return self._draw(edits, start, count)
            self._ahead = edits, block
        return self._ahead[1].part(start, count)

    def _draw(self, edits: Sequence[Edit], start: int, count: int) -> Block:
        config = self.config(edits, start)
        size = until_edit(edits, start, count)
        negatives = config.choice.negatives if config.choice else None
        width = 1 + (config.k if negatives is None else len(negatives))
        size = max(1, min(size, limits.BLOCK_DRAWS // width))
        while True:
            try:
                return self.schedule.block(start, size, config)
            except InvalidInput:
                # A later update may be the one that has no draw; those before it can be made.
                if size == 1:
                    raise
                size = -(-size // 2)


def until_edit(edits: Sequence[Edit], start: int, count: int) -> int:
    """Return how many of `count` updates from `start` on come before the next edit."""
    edit = next_edit(edits, start)
    return count if edit is None else min(count, edit - start)


def _holds(block: Block, step: int) -> bool:
    return block.start <= step < block.start + len(block)
