"""What leaves the Explore screen: words, vectors, pictures, numbers, each where a person says."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from sgns_core.errors import InvalidInput
from sgns_core.vectors import WordVectors
from sgns_tui.explore_listed import Listed
from sgns_tui.explore_map import ExploreMap
from sgns_tui.exploring import Exploring
from sgns_tui.files import write_atomically
from sgns_tui.render.explore.scene import picture_lines
from sgns_tui.render.map.viewport import Viewport
from sgns_tui.render.roles import PRINTED
from sgns_tui.vectors_file import save_vectors


def write_selection(
    exploring: Exploring, rows: Sequence[int], path: str, force: bool = False
) -> list[str]:
    """Write words as a list where the name ends in .txt, else their vectors; return the names.

    Vectors hold both tables and the counts where the format has room. Raises InvalidInput for an
    ending that names no format, and a word with a line end in it, which a list cannot hold.
    """
    vectors = exploring.explored.vectors
    words = [vectors.words[row] for row in rows]
    if path.lower().endswith(".txt"):
        for word in words:
            if "\n" in word or "\r" in word:
                raise InvalidInput(
                    "{word} holds a line end, so that a list of words cannot hold it; write .npz",
                    word=repr(word)[:60],
                )
        text = "".join(f"{word}\n" for word in words)
        write_atomically(path, text.encode("utf-8", "surrogateescape"), force)
        return [path]
    chosen = np.array(rows, np.intp)
    part = WordVectors(
        words=words,
        E=vectors.E[chosen],
        Ep=None if vectors.Ep is None else vectors.Ep[chosen],
        counts=None if vectors.counts is None else vectors.counts[chosen],
        settings=vectors.settings,
    )
    return save_vectors(path, part, force=force)


def write_map(
    exploring: Exploring,
    drawn: ExploreMap,
    listed: Listed | None,
    path: str,
    room: tuple[int, int],
    viewport: Viewport | None = None,
    force: bool = False,
) -> None:
    """Write the picture as .svg or .txt, or its numbers as .json, by the name's ending.

    room: cells of the picture. Raises InvalidInput for another ending.
    """
    ending = path.lower().rpartition(".")[2]
    if ending == "json":
        text = json.dumps(map_object(exploring, drawn, listed), allow_nan=False, indent=2) + "\n"
    elif ending in ("svg", "txt"):
        lines = picture_lines(exploring, drawn, *room, viewport)
        text = _svg(lines, room[0], exploring) if ending == "svg" else _plain(lines)
    else:
        raise InvalidInput(
            "{path} is neither picture nor numbers; end it in .svg, .txt or .json", path=path
        )
    write_atomically(path, text.encode("utf-8", "backslashreplace"), force)


def _plain(lines: Sequence[Text]) -> str:
    return "".join(f"{line.plain.rstrip()}\n" for line in lines)


def _svg(lines: Sequence[Text], cells: int, exploring: Exploring) -> str:
    console = Console(
        record=True,
        width=cells,
        file=io.StringIO(),
        theme=Theme(PRINTED, inherit=False),
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    for line in lines:
        console.print(line, no_wrap=True, crop=True)
    return console.export_svg(title="sgns-tui explore")


def map_object(
    exploring: Exploring, drawn: ExploreMap, listed: Listed | None = None
) -> dict[str, object]:
    """Return the numbers of a map, unrounded: words with places and groups, plane, separation."""
    vectors = exploring.explored.vectors
    names = drawn.groups.names
    words = []
    for place, row in enumerate(drawn.rows.tolist()):
        x, y = drawn.points[place].tolist()
        group = int(drawn.groups.labels[place])
        words.append(
            {
                "word": vectors.words[row],
                "row": row,
                "count": None if vectors.counts is None else int(vectors.counts[row]),
                "x": _finite(x),
                "y": _finite(y),
                "group": names[group] if group >= 0 else None,
            }
        )
    made: dict[str, object] = {
        "file": exploring.explored.path or exploring.explored.name,
        "table": exploring.table,
        "words_in_all": len(vectors),
        "drawn": len(drawn.rows),
        "drawn_because": exploring.drawn.why,
        "added": [vectors.words[row] for row in exploring.added_rows if row in drawn.place],
        "view": type(exploring.view).__name__.lower(),
        "rows_one_long": exploring.makes_units,
        "axes": drawn.plane.axes.tolist(),
        "origin": drawn.plane.origin.tolist(),
        "cosine_of_axes": drawn.plane.cosine,
        "variance_held": drawn.held,
        "groups_by": drawn.groups.basis,
        "separation": drawn.groups.separation,
        "separation_words": drawn.groups.measured,
        "zero_rows": [vectors.words[row] for row in drawn.zeros],
        "non_finite_rows": [vectors.words[row] for row in drawn.odd],
        "marked": [vectors.words[row] for row in exploring.marked],
        "words": words,
    }
    if drawn.outputs is not None:
        made["corner"] = [_finite(value) for value in drawn.outputs[0].tolist()]
    if listed is not None:
        made["nearest"] = {
            "to": listed.asked,
            "measure": listed.measure,
            "table": listed.table,
            "words": [
                {"word": vectors.words[row], "value": _finite(value)} for row, value in listed.found
            ],
        }
    return made


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
