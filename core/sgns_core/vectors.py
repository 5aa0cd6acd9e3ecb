"""Word vectors: words, their tables, and what is known beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from sgns_core.errors import InvalidInput, shown
from sgns_core.record import record
from sgns_core.vocabulary import Vocabulary

Table = npt.NDArray[np.float32 | np.float64]
TableName = Literal["E", "Ep", "sum"]
TABLES: tuple[TableName, ...] = get_args(TableName)


@record(eq=False, kw_only=True)
class WordVectors:
    """Words and a row for each.

    words: distinct, in the order of the rows. E: (V, d), float32 or float64, read-only; it may be
    mapped from a file, so that only what is used is read. Ep: the output table, of the same shape,
    or None. counts: (V,) int64 or None where they are not known. settings: what the vectors were
    trained with, as plain JSON values, as far as it is known.

    Rows may hold zeros or values that are not finite: they are kept as they are, and whoever
    compares rows leaves them out. Raises InvalidInput for what does not fit together.
    """

    words: Sequence[str]
    E: Table
    Ep: Table | None = None
    counts: npt.NDArray[np.int64] | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        counts = np.ones(len(self.words), np.int64) if self.counts is None else self.counts
        vocabulary = Vocabulary(tuple(self.words), counts)
        object.__setattr__(self, "words", vocabulary.words)
        object.__setattr__(self, "_vocabulary", vocabulary)
        if self.counts is not None:
            object.__setattr__(self, "counts", vocabulary.counts)
        object.__setattr__(self, "E", _checked("E", self.E, len(vocabulary)))
        if self.Ep is not None:
            object.__setattr__(self, "Ep", _checked("Ep", self.Ep, len(vocabulary)))
            if self.Ep.shape != self.E.shape:
                raise InvalidInput(
                    "E has {columns} columns and Ep {others}; both need the same number",
                    columns=self.E.shape[1],
                    others=self.Ep.shape[1],
                )

    @property
    def vocabulary(self) -> Vocabulary:
        """The words by row; where counts are not known each word counts 1."""
        vocabulary: Vocabulary = self._vocabulary  # type: ignore[attr-defined]
        return vocabulary

    def __len__(self) -> int:
        """Return the number of words, V."""
        return len(self.words)

    @property
    def dim(self) -> int:
        """The number of components of a vector, d."""
        return int(self.E.shape[1])

    def table(self, name: TableName = "E") -> Table:
        """Return E, Ep or their sum, (V, d), read-only; InvalidInput where there is no Ep."""
        if name == "E":
            return self.E
        if self.Ep is None:
            raise InvalidInput(
                "there is no output table Ep beside E, so --table {name} cannot be had; use E",
                name=name,
            )
        return self.Ep if name == "Ep" else self._sum

    @cached_property
    def _sum(self) -> Table:
        assert self.Ep is not None
        with np.errstate(over="ignore", invalid="ignore"):  # such rows are not finite: left out
            total = self.E + self.Ep
        total.setflags(write=False)
        return total


def _checked(name: str, table: object, rows: int) -> Table:
    """Return a table as a read-only view, or say what is wrong with it."""
    if not isinstance(table, np.ndarray) or table.dtype not in (np.float32, np.float64):
        kind = table.dtype if isinstance(table, np.ndarray) else type(table).__name__
        raise InvalidInput(
            "{name} is of the type {type}; give an array of float32 or float64",
            name=name,
            type=shown(str(kind)),
        )
    if table.ndim != 2 or table.shape[0] != rows or not table.shape[1]:
        raise InvalidInput(
            "{name} has the shape {shape}; give a row of at least one value for each of the "
            "{rows} words",
            name=name,
            shape=str(table.shape),
            rows=rows,
        )
    view: Table = table.view()
    view.setflags(write=False)
    return view
