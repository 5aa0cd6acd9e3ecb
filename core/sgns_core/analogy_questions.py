"""Files of analogy questions in sections, and how many of them vectors answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sgns_core.analogy import EPSILON, Method, multiplied, sum_of_units
from sgns_core.errors import InvalidInput, shown
from sgns_core.neighbors import Table, cosines, row_norms
from sgns_core.rated_pairs import Lookup
from sgns_core.record import record

Question = tuple[str, str, str, str]
_SCORES = 1 << 24  # scores held at once
_SPARE = 8  # roundings beside those of a product's terms


@dataclass
class Section:
    """Questions (a, b, c, answer) under a name; "" for those before the first name."""

    name: str
    questions: list[Question] = field(default_factory=list)


@record
class SectionResult:
    """How many questions of a section were right, could be asked, and stand in the file."""

    name: str
    correct: int
    asked: int
    total: int


def parse_questions(text: str) -> list[Section]:
    """Return the sections of a file: lines ": name", and lines of four words.

    Blank lines and lines that begin with # or // are left out. Raises InvalidInput that names a
    line which is no question.
    """
    sections: list[Section] = []
    for number, line in enumerate(text.split("\n"), 1):
        fields = line.split()
        if not fields or line.startswith(("#", "//")):
            continue
        if fields[0].startswith(":"):
            sections.append(Section(" ".join(fields).removeprefix(":").strip()))
            continue
        if len(fields) != 4:
            raise InvalidInput(
                "line {line} is {text}; expected four words, or a section as : name",
                line=number,
                text=shown(line.strip()[:60]),
            )
        if not sections:
            sections.append(Section(""))
        sections[-1].questions.append((fields[0], fields[1], fields[2], fields[3]))
    if not any(section.questions for section in sections):
        raise InvalidInput("it holds no question; expected lines of four words")
    return sections


def answer_questions(
    table: Table, lookup: Lookup, sections: Sequence[Section], method: Method = "add"
) -> list[SectionResult]:
    """Return for each section how many of the questions it was asked the table answers.

    A question can be asked where all four words have rows with a direction. It is right where the
    answer is the likeliest word, as `analogy` has it: a, b and c left out, the first among equals.
    """
    answerer = _Answerer(table, method)
    results = []
    for section in sections:
        found = [tuple(map(lookup, question)) for question in section.questions]
        rows = np.array(found, np.intp).reshape(len(found), 4)
        rows = rows[(rows >= 0).all(axis=1)]
        rows = rows[answerer.directed[rows].all(axis=1)]
        correct = int((answerer.answers(rows[:, :3]) == rows[:, 3]).sum())
        results.append(SectionResult(section.name, correct, len(rows), len(section.questions)))
    return results


class _Answerer:
    """Unit rows, asked many questions at once; near ties are settled in float64."""

    def __init__(self, table: Table, method: Method) -> None:
        self._table = table
        self._method = method
        norms = row_norms(table)
        with np.errstate(invalid="ignore"):
            self.directed = norms > 0
        self._nowhere = np.flatnonzero(~self.directed)
        self._units = np.zeros_like(table)
        step = max(1, (1 << 20) // table.shape[1])
        for start in range(0, len(table), step):
            stop = start + step
            rows = np.where(self.directed[start:stop, None], table[start:stop], 1.0)
            sizes = np.abs(rows).max(axis=1, keepdims=True)
            scaled = rows.astype(np.float64) / sizes
            self._units[start:stop] = scaled / np.linalg.norm(scaled, axis=1, keepdims=True)
        self._error = (table.shape[1] + _SPARE) * float(np.finfo(table.dtype).eps)

    def answers(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Return the likeliest row for each question (n, 3); -1 where b - a + c is zero."""
        step = max(1, _SCORES // len(self._table))
        found = [self._batch(rows[start : start + step]) for start in range(0, len(rows), step)]
        return np.concatenate([np.empty(0, np.intp), *found])

    def _batch(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        scores, error = (self._added if self._method == "add" else self._multiplied)(rows)
        everyone = np.arange(len(rows))
        scores[:, self._nowhere] = -np.inf
        for column in range(3):
            scores[everyone, rows[:, column]] = -np.inf
        threshold = (scores - error).max(axis=1)
        near = (scores + error >= threshold[:, None]) & (scores > -np.inf)
        return np.array(
            [
                self._settled(np.flatnonzero(near[number]), rows[number])
                for number in range(len(rows))
            ],
            np.intp,
        )

    def _added(self, rows: npt.NDArray[np.intp]) -> tuple[Table, float | Table]:
        a, b, c = (self._units[rows[:, column]] for column in range(3))
        # The query is left at its length, below 3: the order is the same, and so is the bound.
        return (b - a + c) @ self._units.T, 3 * self._error

    def _multiplied(self, rows: npt.NDArray[np.intp]) -> tuple[Table, float | Table]:
        to_a, to_b, to_c = (
            (self._units[rows[:, column]] @ self._units.T + 1) / 2 for column in range(3)
        )
        scores = to_b * to_c / (to_a + EPSILON)
        # Absolute, of a quotient of numbers that are each off by `_error`.
        error = self._error * (to_b + to_c + scores) / (to_a + EPSILON) * 2
        return scores, error

    def _settled(self, rows: npt.NDArray[np.intp], question: npt.NDArray[np.intp]) -> int:
        if not len(rows):
            return -1
        inputs = question.tolist()
        if self._method == "mul":
            return int(rows[np.argmax(multiplied(self._table[rows], self._table, inputs))])
        query = sum_of_units(self._table, inputs)
        return -1 if query is None else int(rows[np.argmax(cosines(self._table[rows], query))])
