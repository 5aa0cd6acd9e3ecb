"""Files of the Explore screen: a selection or the map written, other vectors opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sgns_tui.explore_listed import Listed
from sgns_tui.explore_out import write_map, write_selection
from sgns_tui.explored import Explored
from sgns_tui.exploring import Exploring
from sgns_tui.files import AlreadyThere, at_home
from sgns_tui.i18n import _
from sgns_tui.screens.explore_list_keys import ListKeys


class FileKeys(ListKeys, inherit_bindings=False):
    """A screen that writes what is explored, and opens other vectors."""

    # ---- writing

    def do_save_selection(self) -> None:
        """Ask for a file and write the marked words, or all that are drawn, to it."""
        marked = len(self.exploring.marked)
        drawn = self.exploring.known_map
        count = self.exploring.drawn_count if drawn is None else len(drawn.rows)
        what = (
            _("the {n} marked words").format(n=f"{marked:,}")
            if marked
            else _("the {n} drawn words").format(n=f"{count:,}")
        )
        question = _("Write {what} to which file? .txt: words alone; .npz, .vec ..: vectors")
        self.ask(question.format(what=what), "", lambda text: None, self._save)

    def _save(self, path: str, force: bool = False) -> None:
        exploring = self.exploring
        rows = exploring.marked or exploring.map_now().rows.tolist()
        self._write(
            path,
            lambda path, force: write_selection(exploring, rows, path, force),
            self._save,
            force,
        )

    def do_export_map(self) -> None:
        """Ask for a file and write the picture or the numbers to it."""
        self.ask(
            _("Write the map to which file? .svg or .txt: the picture; .json: the numbers"),
            "",
            lambda text: None,
            self._export,
        )

    def _export(self, path: str, force: bool = False) -> None:
        exploring, viewport = self.exploring, self.map_wishes.viewport
        listed = self.listed_now()
        self._write(
            path,
            lambda path, force: write_map(
                exploring,
                exploring.map_now(),
                listed if isinstance(listed, Listed) else None,
                path,
                self.map_room,
                viewport,
                force,
            ),
            self._export,
            force,
        )

    def _write(
        self,
        path: str,
        write: Callable[[str, bool], object],
        again: Callable[[str, bool], None],
        force: bool,
    ) -> None:
        path = at_home(path)
        try:
            write(path, force)
        except AlreadyThere:
            self.sgns_app.ask_to_overwrite(path, partial(again, path, True))
            return
        self.say(_("Written to {path}.").format(path=self.shown(path)))

    # ---- opening

    def do_open_vectors(self) -> None:
        """Ask for a vectors file and open it."""
        self.ask(
            _("Open which vectors file? With no name: the vectors of the session"),
            "",
            lambda text: None,
            self._open,
        )

    def _open(self, path: str) -> None:
        if not path:
            self.sgns_app.exploring = None
            self.forget_looks()
            return
        path = at_home(path)
        said = _("reading {path}").format(path=self.shown(path))
        self.work(
            "open", path, said, lambda go_on: Explored.of_file(path, go_on=go_on), self._opened
        )

    def _opened(self, explored: Explored) -> None:
        self.forget_looks()
        self.sgns_app.exploring = Exploring(explored, ascii_only=self.ascii_only)
