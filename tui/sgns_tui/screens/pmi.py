"""The PMI screen: what do the scores learn?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rich.text import Text

from sgns_core.errors import InvalidInput
from sgns_core.optimum import Learned, Optimum, source_optimum
from sgns_core.pmi_fit import ITERATIONS, STARTS, Fit, fit
from sgns_core.settings import Settings
from sgns_tui.i18n import _, explain
from sgns_tui.pmi_view import ORDERS, PmiView, chosen_dimensions, sampled_gap, with_fits
from sgns_tui.render.pmi.fits import fit_lines
from sgns_tui.render.pmi.formula import formula_lines
from sgns_tui.render.pmi.pairs import pair_lines, unseen_lines
from sgns_tui.render.pmi.pictures import heat_lines, scatter_lines
from sgns_tui.render.roles import HEADING, QUIET, WARNING
from sgns_tui.screens.reckoning import Give, GoOn, ReckoningScreen
from sgns_tui.screens.theory_layout import Plan
from sgns_tui.text import wrapped

_UNSEEN, _WORDS = 60, 24  # that are listed, and shown on the map


class PmiScreen(ReckoningScreen, inherit_bindings=False):
    """The session's scores beside the optimum of the policy in force."""

    NAME = "pmi"
    PLAN = Plan(
        left=(("formula", 6), ("scatter", 10)),
        right=(("pairs", 10),),
        turns=(("fits", 16), ("heat", 16), ("unseen", 8)),
        left_share=52,
    )
    SIZED = {"scatter": 14, "pairs": 40}  # noqa: RUF012 - as Textual's own class variables are
    by = ORDERS[0]
    fits: tuple[Fit, ...] = ()
    sampled: tuple[tuple[int, float], ...] = ()
    _fits_of: Optimum | None = None
    _sampled_of: tuple[object, ...] = ()

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        super().reset()
        self.fits, self.sampled, self._fits_of = (), (), None

    # ---- what is shown

    def state(self, name: str) -> object:
        """Return what a pane depends on."""
        state = (*self.run_state(), self.session.in_force)
        if name == "fits":
            return (state, self.fits, self.sampled, self.progress)
        return (state, self.by) if name == "pairs" else state

    @property
    def optimum(self) -> Optimum:
        """Return where training comes to rest; InvalidInput where there is no text."""
        session, settings = self.session, self.session.in_force
        # The learning rate has no part in it, and changes often.
        key = (session, replace(settings, lr=1.0))
        return self.once("optimum", key, lambda: source_optimum(session.source, settings))

    @property
    def view(self) -> PmiView:
        """Return the session's scores beside it, and fits of this very optimum."""
        optimum, settings = self.optimum, self.session.in_force
        key = (optimum, self.run_state(), settings)
        view = self.once("view", key, lambda: self._view(optimum, settings))
        if self._fits_of is not optimum:
            return view
        fresh = self._sampled_of == (self.run_state(), settings)
        return with_fits(view, self.fits, dict(self.sampled) if fresh else None)

    def _view(self, optimum: Optimum, settings: Settings) -> PmiView:
        timeline = self.session.timeline
        return PmiView(
            source=self.session.source,
            settings=settings,
            learned=Learned(optimum, timeline.E.copy(), timeline.Ep.copy()),
            steps=timeline.position,
        )

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
                return heat_lines(view, cells, ascii_only, _WORDS)
            case "unseen":
                return unseen_lines(view, cells, ascii_only, _UNSEEN)
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
        return _("fitting") if self.is_reckoning else None

    def about(self) -> str:
        """Say what is compared, and what the keys do."""
        if self.session.config.choice is not None:
            return _(
                "What do the scores learn? A pair is chosen here and trained alone: r lets the "
                "text give its pairs. > trains a hundred updates, g any number."
            )
        return _(
            "What do the scores learn? PMI, shifted by log k, as far as d components can. > trains "
            "a hundred updates, g any number; s sorts, f fits."
        )

    # ---- keys

    def do_next_order(self) -> None:
        """Sort the pairs by the next column."""
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
        """Take a fit, and the gap of sampled training beside it."""
        assert isinstance(value, tuple)
        one, gap = value
        self.fits = (*self.fits, one)
        self.sampled = (*self.sampled, (one.dim, gap))
