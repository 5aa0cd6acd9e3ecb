"""The Cost screen: what does the softmax cost?"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.text import Text

from sgns_core.cost import SIZES, Cost, Measured
from sgns_core.errors import InvalidInput
from sgns_core.record import record
from sgns_tui.cost_view import CostView, dropped_word, fitting, measured
from sgns_tui.i18n import _
from sgns_tui.render.cost.counts import bar_lines, count_lines, dropped_lines
from sgns_tui.render.cost.measured import measured_lines
from sgns_tui.render.roles import HEADING, WARNING
from sgns_tui.screens.answers import next_round, whole_wrong
from sgns_tui.screens.reckoning import Give, GoOn, ReckoningScreen
from sgns_tui.screens.theory_layout import Plan
from sgns_tui.text import wrapped

_LARGE = (1_000_000, 300, 5)  # V, d and k of large published models
_MEMORY = 1024  # MiB that measuring may take, unless another number is typed
_MOST_WORDS = 10**9
_CURVE = 12  # rows


@record
class CostWishes:
    """What a person looks at; None stands for the session's own.

    words, dim, k: what is counted. center, gone: rows of the softmax with a word left out. memory:
    MiB that measuring may take.
    """

    words: int | None = None
    dim: int | None = None
    k: int | None = None
    center: int | None = None
    gone: int | None = None
    memory: int = _MEMORY


class CostScreen(ReckoningScreen, inherit_bindings=False):
    """Counts for any V, d and k; what this machine takes; a softmax without one of its words."""

    NAME = "cost"
    PLAN = Plan(
        left=(("counts", 10), ("bars", 5), ("dropped", 10)),
        right=(),
        turns=(("measured", 10),),
        left_share=60,
    )
    wishes = CostWishes()
    done: tuple[Measured, ...] = ()
    left_out: tuple[int, ...] = ()
    _measured_for: tuple[int, int] = (0, 0)

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        super().reset()
        self.wishes = replace(self.wishes, center=None, gone=None)

    # ---- what is shown

    def state(self, name: str) -> object:
        """Return what a pane depends on."""
        state = (self.counts, self.session)
        if name == "dropped":
            return (self.run_state(), self._dropped_rows())
        if name == "measured":
            return (*state, self.wishes.memory, self.done, self.left_out, self.progress)
        return state

    @property
    def own(self) -> tuple[int, int, int]:
        """Return V, d and k of the session."""
        session = self.session
        return len(session.words), session.timeline.E.shape[1], session.in_force.k

    @property
    def counts(self) -> tuple[int, int, int]:
        """Return V, d and k that are counted."""
        wishes = self.wishes
        typed = (wishes.words, wishes.dim, wishes.k)
        words, dim, k = (
            own if value is None else value for value, own in zip(typed, self.own, strict=True)
        )
        return words, dim, k

    @property
    def view(self) -> CostView:
        """Return counts and what was measured; InvalidInput where V, d or k cannot be."""
        cost = Cost(*self.counts)
        if self._measured_for != (cost.dim, cost.k):
            return CostView(cost=cost)
        return CostView(cost=cost, measured=self.done, left_out=self.left_out)

    def dropped_view(self) -> CostView:
        """Return the view with the softmax of a center that lacks a word."""
        center, gone = self._dropped_rows()
        timeline = self.session.timeline
        found = dropped_word(self.session.source, (timeline.E, timeline.Ep), center, gone)
        return replace(self.view, dropped=found)

    def _dropped_rows(self) -> tuple[int, int]:
        """Return center and the word that is left out: the session's pair unless chosen."""
        center, gone = self.wishes.center, self.wishes.gone
        if center is None or gone is None:
            try:
                trace = self.session.trace
                own = (trace.center, trace.target)
            except InvalidInput:
                own = (0, min(1, len(self.session.words) - 1))
            center = own[0] if center is None else center
            gone = own[1] if gone is None else gone
        return center, gone

    def lines_of(self, name: str, cells: int, rows: int) -> Iterable[Text]:
        """Return what a pane shows."""
        match name:
            case "counts":
                return count_lines(self.view, cells, self.ascii_only)
            case "bars":
                return bar_lines(self.view, cells, self.ascii_only)
            case "dropped":
                return dropped_lines(self.dropped_view(), cells, self.ascii_only)
            case _:
                return self._measured_lines(cells)

    def _measured_lines(self, cells: int) -> Iterable[Text]:
        words = ""
        if self.is_reckoning:
            words = _("measuring {progress}; Esc stops it").format(progress=self.progress)
        elif not self.view.measured:
            words = _(
                "m measures seconds per pair for 1,000 to 200,000 words with this d and k, in at "
                "most {most} MiB (M changes that)."
            ).format(most=f"{self.wishes.memory:,}")
        now = [Text("  " + line, WARNING) for line in wrapped(words, cells - 2)]
        if self.view.measured:
            title, *lines = measured_lines(self.view, cells, self.ascii_only, _CURVE)
            yield from (title, *now, *lines)
        else:
            yield Text(_("Measured on this machine"), HEADING)
            yield from now

    def note(self) -> str | None:
        """Say what is counted, and that something is measured."""
        words, dim, k = self.counts
        counted = f"V {words:,}, d {dim:,}, k {k:,}"
        return _("measuring") + f", {counted}" if self.is_reckoning else counted

    def about(self) -> Sequence[str]:
        """Say what is counted, and what the keys do."""
        whose = _("of this session") if self.counts == self.own else _("of your own")
        return (
            _("What does the softmax cost? V, d and k {whose}.").format(whose=whose),
            _("← → and V, d, k change them, b takes large ones, t the session's."),
            _("m measures, x drops another word."),
        )

    # ---- V, d and k

    def _count(self, **values: int | None) -> None:
        """Count with other values, where they can be."""
        before, measured_for = self.wishes, self.counts[1:]
        self.wishes = replace(before, **values)  # type: ignore[arg-type]
        try:
            Cost(*self.counts)
        except InvalidInput:
            self.wishes = before
            raise
        if self.counts[1:] != measured_for:
            self.give_up()

    def do_more_words(self) -> None:
        """Count with the next larger of 1, 2, 5 times a power of ten."""
        self._change_words(up=True)

    def do_fewer_words(self) -> None:
        """Count with the next smaller one."""
        self._change_words(up=False)

    def _change_words(self, up: bool) -> None:
        words = round(next_round(float(self.counts[0]), up, range(10)))
        self._count(words=max(2, min(words, _MOST_WORDS)))

    def do_set_words(self) -> None:
        """Ask for V."""
        self._ask_count(_("How many words, V?"), "words", 0, 2, _MOST_WORDS)

    def do_set_dim(self) -> None:
        """Ask for d."""
        self._ask_count(_("How many components, d?"), "dim", 1, 1, 10**5)

    def do_set_own_k(self) -> None:
        """Ask for k."""
        self._ask_count(_("How many negatives, k?"), "k", 2, 0, 10**5)

    def _ask_count(self, question: str, name: str, place: int, low: int, high: int) -> None:
        self.ask(
            question,
            str(self.counts[place]),
            lambda text: whole_wrong(text, low, high),
            lambda text: self._count(**{name: int(text)}),
        )

    def do_session_counts(self) -> None:
        """Count with the session's V, d and k."""
        self._count(words=None, dim=None, k=None)

    def do_large_counts(self) -> None:
        """Count with V, d and k of large models."""
        words, dim, k = _LARGE
        self._count(words=words, dim=dim, k=k)

    # ---- a softmax without a word

    def do_drop_next(self) -> None:
        """Leave the next word out of the softmax."""
        gone = (self._dropped_rows()[1] + 1) % len(self.session.words)
        self.wishes = replace(self.wishes, gone=gone)
        self._show_dropped()

    def do_drop_word(self) -> None:
        """Ask for the word that is left out."""
        self.ask(
            _("Leave which word out of the softmax?"),
            "",
            self.unknown_word,
            lambda text: self._drop(gone=self.session.row_of(text)),
        )

    def do_softmax_center(self) -> None:
        """Ask for the word whose softmax is shown."""
        self.ask(
            _("The softmax of which center?"),
            "",
            self.unknown_word,
            lambda text: self._drop(center=self.session.row_of(text)),
        )

    def _drop(self, **rows: int) -> None:
        self.wishes = replace(self.wishes, **rows)
        self._show_dropped()

    def _show_dropped(self) -> None:
        if self.size.width < 110 or self.size.height < 30:
            self.show_pane("dropped")

    # ---- measuring

    def do_measure(self) -> None:
        """Measure both losses on this machine, or stop."""
        if self.is_reckoning:
            self.do_give_up()
            return
        _words, dim, k = self.counts
        most = self.wishes.memory * 2**20
        sizes, left_out = fitting(SIZES, dim, most)
        if not sizes:
            self.say(
                _("Even {words} words x {dim} take more than {most} MiB: M allows more.").format(
                    words=f"{SIZES[0]:,}", dim=dim, most=self.wishes.memory
                ),
                WARNING,
            )
            return
        self.done, self.left_out, self._measured_for = (), left_out, (dim, k)
        self.show_pane("measured")

        def work(go_on: GoOn, give: Give) -> None:
            measured(dim, k, most, time.perf_counter, go_on, sizes, give=give)

        self.reckon(work)

    def take(self, value: object) -> None:
        """Take what was measured for one V."""
        assert isinstance(value, Measured)
        self.done = (*self.done, value)

    def do_set_memory(self) -> None:
        """Ask for the memory that measuring may take."""
        self.ask(
            _("How many MiB may measuring take?"),
            str(self.wishes.memory),
            lambda text: whole_wrong(text, 1, 2**20),
            self._set_memory,
        )

    def _set_memory(self, text: str) -> None:
        self.wishes = replace(self.wishes, memory=int(text))
        self.show_pane("measured")
