"""The PMI screen: what do the scores learn?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from rich.text import Text

from sgns_core.errors import InvalidInput
from sgns_core.neighbors import GivenUp
from sgns_core.optimum import SUBSAMPLED_EPOCHS, Optimum
from sgns_core.pmi_fit import ITERATIONS, STARTS, Fit, fit
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_core.source import Source
from sgns_tui.i18n import N_, _, explain
from sgns_tui.pmi_view import (
    ORDERS,
    PmiView,
    chosen_dimensions,
    reckoned_view,
    sampled_gap,
    with_fits,
)
from sgns_tui.render.pmi.fits import fit_lines
from sgns_tui.render.pmi.formula import formula_lines
from sgns_tui.render.pmi.pairs import pair_lines, unseen_lines
from sgns_tui.render.pmi.pictures import HEAT_BESIDE, heat_lines, scatter_lines
from sgns_tui.render.roles import HEADING, QUIET, WARNING
from sgns_tui.screens.reckoning import Give, GoOn, ReckoningScreen
from sgns_tui.screens.theory_layout import Plan
from sgns_tui.text import wrapped

_WORDS, _LEAST_WORDS = 24, 6  # on the map of the gap, by how much room there is

_VIEW = "view"  # the lane of the scores and their optimum
_AT_ONCE = 50_000  # pairs that are counted and scored before a person sees that it takes time
_WAIT = InvalidInput(N_("the optimum is being reckoned"))
_STOPPED = InvalidInput(N_("the optimum is not reckoned: it was stopped"))


@record(eq=False)
class _Reckoned:
    """Scores beside their optimum, or why there are none; of which state, and which optimum."""

    now: tuple[object, ...]
    goal: tuple[object, ...]
    found: PmiView | InvalidInput


def _is_quick(source: Source, settings: Settings) -> bool:
    """Tell whether the text has so few pairs, at most, that no thread is needed."""
    epochs = SUBSAMPLED_EPOCHS if settings.subsample > 0 else 1
    return source.tokens is None or (2 * settings.window * len(source.tokens) * epochs <= _AT_ONCE)


def _made(
    make: Callable[..., PmiView], told: Callable[[str], object] | None
) -> PmiView | InvalidInput:
    try:
        return make(told)
    except InvalidInput as error:
        return error


def _reckon(
    make: Callable[..., PmiView],
    now: tuple[object, ...],
    goal: tuple[object, ...],
    go_on: GoOn,
    give: Give,
) -> None:
    """Make a view in the thread, unless nobody wants it any more."""

    def told(text: str) -> None:
        if not go_on(text):
            raise GivenUp

    with suppress(GivenUp):
        give(_Reckoned(now, goal, _made(make, told)))


class PmiScreen(ReckoningScreen, inherit_bindings=False):
    """The session's scores beside the optimum of the policy in force."""

    NAME = "pmi"
    PLAN = Plan(
        left=(("formula", 6), ("scatter", 10)),
        right=(("pairs", 10),),
        turns=(("heat", 16), ("fits", 16), ("unseen", 8)),
        left_share=52,
    )
    SIZED = {"scatter": 14, "pairs": 40, "heat": 22, "unseen": 12}  # noqa: RUF012 - as Textual's own class variables are
    by = ORDERS[0]
    fits: tuple[Fit, ...] = ()
    sampled: tuple[tuple[int, float], ...] = ()
    _fits_of: Optimum | None = None
    _sampled_of: tuple[object, ...] = ()
    _last: _Reckoned | None = None
    _asked: tuple[object, ...] | None = None
    _stopped: tuple[object, ...] | None = None

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        super().reset()
        self.fits, self.sampled, self._fits_of = (), (), None
        self._last = self._asked = self._stopped = None

    # ---- what is shown

    def state(self, name: str) -> object:
        """Return what a pane depends on."""
        state = self._seen()
        if name == "fits":
            return (state, self.run_state(), self.fits, self.sampled, self.progress)
        return (state, self.by) if name == "pairs" else state

    @property
    def view(self) -> PmiView:
        """Return the scores beside the optimum, and fits of this very optimum.

        Raises InvalidInput where there is no text, or nothing is reckoned yet.
        """
        view = self._seen()
        if isinstance(view, InvalidInput):
            raise view
        if self._fits_of is not view.learned.optimum:
            return view
        fresh = self._sampled_of == (self.run_state(), view.settings)
        return with_fits(view, self.fits, dict(self.sampled) if fresh else None)

    # ---- reckoning it

    def _now(self) -> tuple[object, ...]:
        return (self.run_state(), self.session.in_force)

    @property
    def is_behind(self) -> bool:
        """Whether what is seen is not yet, or will not be, of the update and settings of now."""
        return self._last is None or self._last.now != self._now()

    def _seen(self) -> PmiView | InvalidInput:
        """Return what is reckoned of now, of an update before with the same optimum, or neither."""
        now, session, settings = self._now(), self.session, self.session.in_force
        if not self.is_behind:
            assert self._last is not None
            return self._last.found
        # The learning rate has no part in the optimum, and changes often.
        goal = (session, replace(settings, lr=1.0))
        before = self._last.found if self._last is not None and self._last.goal == goal else _WAIT
        if self.has_thread(_VIEW):  # of something else: one thread at a time, the newest next
            if self._asked != now:
                self.give_up(_VIEW)
        elif self._stopped != now:
            known = before.learned.optimum if isinstance(before, PmiView) else None
            timeline = session.timeline
            tables = (timeline.E.copy(), timeline.Ep.copy())
            make = partial(
                reckoned_view, session.source, settings, tables, timeline.position, known
            )
            if _is_quick(session.source, settings):
                self._last = _Reckoned(now, goal, _made(make, None))
                return self._last.found
            self._asked, self._stopped = now, None
            self.reckon(partial(_reckon, make, now, goal), _VIEW)
        if before is _WAIT and self._stopped == now:
            return _STOPPED
        return before

    def do_give_up(self) -> None:
        """Stop what is being reckoned; a key that moves, or s, begins anew."""
        if self.is_wanted(_VIEW):
            self._stopped = self._asked
        super().do_give_up()

    def lines_of(self, name: str, cells: int, rows: int) -> Iterable[Text]:
        """Return what a pane shows."""
        view, ascii_only = self.view, self.ascii_only
        match name:
            case "formula":
                return formula_lines(view, cells, ascii_only)
            case "scatter":
                return scatter_lines(view, cells, ascii_only, rows)
            case "pairs":
                how = _("scrolling on shows them")
                return pair_lines(view, cells, ascii_only, self.listed(name, rows), self.by, how)
            case "heat":
                most = max(_LEAST_WORDS, min(rows - HEAT_BESIDE, _WORDS))
                return heat_lines(view, cells, ascii_only, most)
            case "unseen":
                how = _("scrolling on shows them")
                return unseen_lines(view, cells, ascii_only, self.listed(name, rows), how)
            case _:
                return self._fit_lines(view, cells)

    def _fit_lines(self, view: PmiView, cells: int) -> Iterable[Text]:
        """Yield the fits that are there, and how far the next one is."""
        if self.is_reckoning:
            now = _("{progress}; Esc stops it").format(progress=self.progress)
        elif not view.fits:
            now = _(
                "How near can d components come? f trains on the exact loss for d = 1, 2, 4, ... "
                "and all words; d chooses which."
            )
        else:
            now = ""
        progress = [Text("  " + line, WARNING) for line in wrapped(now, cells - 2)]
        if view.fits:
            title, *lines = fit_lines(view, cells, self.ascii_only)
            yield from (title, *progress, *lines)
        else:
            yield Text(
                _("Gap by d") + "  " + _("trained on the exact loss, without sampling"), HEADING
            )
            yield from progress or [Text(_("  nothing yet"), QUIET)]

    def note(self) -> str | None:
        """Say that something is being reckoned."""
        if self.is_wanted(_VIEW):
            return _("reckoning")
        return _("fitting") if self.is_reckoning else None

    def about(self) -> Sequence[str]:
        """Say what is compared, and what the keys do; or what is being reckoned."""
        if self.is_behind and self._stopped == self._now():
            return (
                _("Not reckoned: it was stopped."),
                _("s begins anew."),
                self._shown_meanwhile(),
            )
        if self.is_behind:
            progress = self.progress_of(_VIEW) or _("begins")
            return (
                _("Being reckoned: {progress}.").format(progress=progress),
                _("Esc stops it."),
                self._shown_meanwhile(),
            )
        if self.session.config.choice is not None:
            return (
                _("What do the scores learn?"),
                _("A pair is chosen here and trained alone: r lets the text give its pairs."),
                _("> trains a hundred updates, g any number."),
            )
        return (
            _("What do the scores learn? PMI, shifted by log k, as far as d components can."),
            _("> trains a hundred updates, g any number; s sorts, f fits."),
        )

    def _shown_meanwhile(self) -> str:
        """Return of which update the numbers are that are seen."""
        seen = self._seen()
        if isinstance(seen, InvalidInput):
            return ""
        return _("The numbers are still those after {n} updates.").format(n=f"{seen.steps:,}")

    # ---- keys

    def do_next_order(self) -> None:
        """Sort the pairs by the next column."""
        self._stopped = None
        self.by = ORDERS[(ORDERS.index(self.by) + 1) % len(ORDERS)]

    def do_fit_dims(self) -> None:
        """Fit every d, or stop."""
        if self.is_reckoning:
            self.do_give_up()
        else:
            self._fit(None)

    def do_choose_dims(self) -> None:
        """Ask which d's to fit."""
        self.ask(
            _("Fit which d's? Such as 1,2,4; nothing: 1, 2, 4, ... and the number of words."),
            "",
            self._dims_wrong,
            lambda text: self._fit(text.strip() or None),
        )

    def _dims_wrong(self, text: str) -> str | None:
        try:
            chosen_dimensions(text.strip() or None, len(self.session.words))
        except InvalidInput as error:
            return explain(error)
        return None

    def _fit(self, given: str | None) -> None:
        """Fit each d in the thread, and make as many sampled updates beside it."""
        view = replace(self.view, fits=(), sampled={})
        if self.is_behind:
            raise _WAIT
        dims = chosen_dimensions(given, len(self.session.words))
        stepper = self.session.timeline.stepper
        optimum = view.learned.optimum
        self.fits, self.sampled, self._fits_of = (), (), optimum
        self._sampled_of = (self.run_state(), view.settings)
        self.show_pane("fits")

        def work(go_on: GoOn, give: Give) -> None:
            for number, dim in enumerate(dims, 1):
                where = _("d {d} ({n} of {all})").format(d=dim, n=number, all=len(dims))

                def wanted(
                    d: int, start: int, iteration: int, loss: float, where: str = where
                ) -> bool:
                    return go_on(
                        _("{where}: start {start} of {starts}, iteration {i}, loss {loss}").format(
                            where=where,
                            start=start + 1,
                            starts=STARTS,
                            i=iteration,
                            loss=f"{loss:.6f}",
                        )
                    )

                one = fit(optimum, dim, view.settings.seed, STARTS, ITERATIONS, wanted)
                if one is None or not go_on(_("{where}: sampled updates").format(where=where)):
                    return
                give((one, sampled_gap(view, dim, stepper)))

        self.reckon(work)

    def take(self, value: object) -> None:
        """Take the scores and their optimum, or a fit and the gap of sampled training beside it."""
        if isinstance(value, _Reckoned):
            self._last = value
            return
        assert isinstance(value, tuple)
        one, gap = value
        self.fits = (*self.fits, one)
        self.sampled = (*self.sampled, (one.dim, gap))
