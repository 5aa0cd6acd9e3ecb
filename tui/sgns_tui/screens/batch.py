"""The Batch screen: what if the other examples are the negatives?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.text import Text
from textual.timer import Timer

from sgns_core.batch import Batch, pairs_batch
from sgns_core.batch_file import parse_batch
from sgns_core.batch_objectives import FIRST_LOG_SCALE
from sgns_core.errors import InvalidInput
from sgns_core.reading import read_text
from sgns_core.record import record
from sgns_core.toy_clip import ToySettings
from sgns_tui.batch_view import SHOWN, BatchView
from sgns_tui.files import at_home
from sgns_tui.i18n import _, explain
from sgns_tui.render.batch.compare import compare_lines, doubt_lines, hard_lines, length_lines
from sgns_tui.render.batch.costs import cost_lines
from sgns_tui.render.batch.matrix import (
    objective_name,
    probability_lines,
    score_lines,
    slope_lines,
)
from sgns_tui.render.batch.toy import cosine_lines, step_lines, zero_shot_lines
from sgns_tui.render.number import setting
from sgns_tui.render.roles import WARNING
from sgns_tui.screens.answers import number_wrong
from sgns_tui.screens.theory import TheoryScreen
from sgns_tui.screens.theory_layout import Plan
from sgns_tui.toy_view import ToyWalk

LEAST, MOST = 2, 16  # pairs of a batch
_T_STEP = 0.25
_SECONDS_A_STEP = 0.15
_TOY = ("toy", "zero")
_MATRICES = {
    "scores": score_lines,
    "probabilities": probability_lines,
    "slopes": slope_lines,
    "compare": compare_lines,
    "doubts": doubt_lines,
    "hard": hard_lines,
    "lengths": length_lines,
    "costs": cost_lines,
}


@record
class BatchWishes:
    """What a person looks at; none of it belongs to the session.

    n: pairs taken from the text. t: CLIP's log-scale, None for the batch's own. easy: without the
    hard negatives.
    """

    n: int = 6
    objective: str = "dpr"
    masked: bool = False
    easy: bool = False
    t: float | None = None


class BatchScreen(TheoryScreen, inherit_bindings=False):
    """N pairs and all their scores under each objective; a small CLIP that trains."""

    NAME = "batch"
    PLAN = Plan(
        left=(("scores", 7), ("probabilities", 7), ("slopes", 7)),
        right=(("compare", 12),),
        turns=(
            ("hard", 10),
            ("doubts", 4),
            ("lengths", 4),
            ("costs", 4),
            ("toy", 10),
            ("zero", 5),
        ),
        left_share=62,
    )
    wishes = BatchWishes()
    file: tuple[str, Batch] | None = None
    plays = False
    _toy: ToyWalk | None = None
    _player: Timer | None = None

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        super().reset()
        self.file = None
        self.plays = False
        self._toy = None

    def make_way(self) -> None:
        """Let the toy stand still."""
        self.plays = False

    # ---- what is shown

    def kind_of(self, name: str) -> str:
        """Return whose arrow keys a pane listens to: the toy's panes walk through its steps."""
        return "toy" if name in _TOY else "page"

    def state(self, name: str) -> object:
        """Return what a pane depends on."""
        if name in _TOY:
            return (self.toy, self.toy.step)
        return (self.run_state(), self.session.in_force.k, self.wishes, self.file)

    @property
    def toy(self) -> ToyWalk:
        """Return the small CLIP; its seed is the session's."""
        if self._toy is None:
            self._toy = ToyWalk(ToySettings(seed=self.session.settings.seed % 2**63))
        return self._toy

    @property
    def n(self) -> int:
        """Return how many pairs the batch has: no more than there are."""
        if self.file is not None:
            return len(self.file[1])
        session = self.session
        if session.source.corpus is None:
            return self.wishes.n
        key = (session, session.in_force)
        pairs = self.once("pairs", key, lambda: len(session.source.pairs(session.in_force)))
        return max(LEAST, min(self.wishes.n, pairs))

    @property
    def view(self) -> BatchView:
        """Return the batch and how it is looked at; InvalidInput where there is none."""
        return self.once("view", self.state("scores"), self._view)

    def _view(self) -> BatchView:
        session, wishes = self.session, self.wishes
        if self.file is not None:
            name, batch = self.file
        else:
            name = session.source.name
            # Looking at it otherwise takes no other pairs.
            key = (self.run_state(), session.in_force, self.n)
            batch = self.once("batch", key, self._pairs)
        own = FIRST_LOG_SCALE if batch.t is None else batch.t
        return BatchView(
            name=name,
            batch=batch,
            objective=wishes.objective,
            masked=wishes.masked,
            easy=wishes.easy,
            t=own if wishes.t is None else wishes.t,
            k=session.in_force.k,
            computed=self.once("computed", batch, dict),
        )

    def _pairs(self) -> Batch:
        session, timeline = self.session, self.session.timeline
        tables = (timeline.E.copy(), timeline.Ep.copy())
        return pairs_batch(session.source, session.in_force, self.n, tables)

    def lines_of(self, name: str, cells: int, rows: int) -> Iterable[Text]:
        """Return what a pane shows."""
        match name:
            case "toy":
                return self._toy_lines(cells)
            case "zero":
                return zero_shot_lines(self.toy.run().zero_shot, cells)
            case _:
                return _MATRICES[name](self.view, cells, self.ascii_only)

    def _toy_lines(self, cells: int) -> Iterable[Text]:
        run = self.toy.run()
        yield from step_lines(run, cells)
        yield from cosine_lines(run.last, run.names, cells)

    def note(self) -> str | None:
        """Say what the batch is."""
        name = "" if self.file is None else f", {self.shown(self.file[0])}"
        if self.plays:
            return _("CLIP plays, step {n}").format(n=self.toy.step)
        return _("{n} pairs").format(n=self.n) + f", {self.wishes.objective}{name}"

    def about(self) -> Sequence[str]:
        """Say what the objective is, what is left out, and what the keys do."""
        wishes = self.wishes
        parts = [objective_name(self.objective) + "."]
        left_out = [_("possible false negatives (m)")] if wishes.masked else []
        left_out += [_("hard negatives (x)")] if wishes.easy else []
        if left_out:
            parts.append(_("Left out: {what}.").format(what=", ".join(left_out)))
        else:
            parts.insert(0, _("What if the other examples are the negatives?"))
        return [*parts, _("o next objective; c a small CLIP, space trains it.")]

    @property
    def objective(self) -> str:
        """Return the objective that is looked at."""
        return self.wishes.objective

    # ---- the batch

    def do_next_objective(self) -> None:
        """Look at the same scores under the next objective that this batch can have."""
        view = self.view_or_none()
        place = SHOWN.index(self.objective)
        for step in range(1, len(SHOWN) + 1):
            name = SHOWN[(place + step) % len(SHOWN)]
            reason = None if view is None else view.missing(name)
            if reason is None:
                break
            self.say(f"{name}: {explain(reason)}", WARNING)
        self.wishes = replace(self.wishes, objective=name)

    def view_or_none(self) -> BatchView | None:
        """Return the view where there is a batch at all."""
        try:
            return self.view
        except InvalidInput:
            return None

    def do_mask(self) -> None:
        """Leave possible false negatives out, or take them in."""
        self.wishes = replace(self.wishes, masked=not self.wishes.masked)
        self.show_pane("doubts")

    def do_without_hard(self) -> None:
        """Leave the hard negatives out, or take them in."""
        self.wishes = replace(self.wishes, easy=not self.wishes.easy)
        self.show_pane("hard")

    def do_more_pairs(self) -> None:
        """Take a pair more."""
        self._take(self.n + 1)

    def do_fewer_pairs(self) -> None:
        """Take a pair less."""
        self._take(self.n - 1)

    def _take(self, n: int) -> None:
        if self.file is not None:
            self.say(_("These pairs are a file's; f and an empty line go back to the text."))
            return
        self.wishes = replace(self.wishes, n=max(LEAST, min(n, MOST)))
        if self.n < n <= MOST:
            self.say(_("The text has {n} pairs.").format(n=self.n))

    def do_scale_up(self) -> None:
        """Raise CLIP's log-scale t."""
        self._scale_by(_T_STEP)

    def do_scale_down(self) -> None:
        """Lower CLIP's log-scale t."""
        self._scale_by(-_T_STEP)

    def _scale_by(self, by: float) -> None:
        self._scale(self.view.t + by)

    def do_set_scale(self) -> None:
        """Ask for t."""
        self.ask(
            _("Which log-scale t? e^t multiplies the cosines, at most 100; CLIP begins at 2.659."),
            setting(self.view.t),
            lambda text: number_wrong(text, least=None),
            lambda text: self._scale(float(text)),
        )

    def _scale(self, t: float) -> None:
        self.wishes = replace(self.wishes, t=t)
        if self.objective != "clip":
            self.say(_("t = {t}; only clip uses it: o leads there.").format(t=setting(round(t, 4))))

    def do_batch_file(self) -> None:
        """Ask for a file of vectors or scores."""
        self.ask(
            _("Which JSON file, with Q and P or scores? Nothing: pairs of the text."),
            "",
            lambda text: None,
            self._read,
        )

    def _read(self, path: str) -> None:
        if not path.strip():
            self.file = None
            return
        path = at_home(path)
        found = parse_batch(read_text(path), path)
        self.file = (path, found)
        view = self.view
        reason = view.missing(self.objective)
        if reason is not None:
            self.wishes = replace(self.wishes, objective="dpr")
            self.say(f"{self.objective}: {explain(reason)}", WARNING)

    # ---- the toy

    def do_show_toy(self) -> None:
        """Give the small CLIP the focus."""
        self.bring_to_front("toy")
        self.panes["toy"].display = True
        self.set_focus(self.panes["toy"])

    def do_toy_step(self) -> None:
        """Make a step of the small CLIP."""
        self._show_toy()
        if not self.toy.forward():
            self.plays = False
            self.say(_("This is the last step that is kept."))

    def do_toy_back(self) -> None:
        """Take a step of the small CLIP back."""
        self._show_toy()
        self.plays = False
        if not self.toy.back():
            self.say(_("This is the beginning."))

    def do_toy_start(self) -> None:
        """Go to the beginning of the small CLIP."""
        self._show_toy()
        self.plays = False
        self.toy.back(self.toy.step)

    def do_toy_until(self) -> None:
        """Train the small CLIP until the diagonal stands out."""
        self._show_toy()
        self.plays = False
        toy = self.toy
        while (toy.stood_out is None or toy.step < toy.stood_out) and toy.forward():
            pass
        if toy.stood_out is None:
            self.say(_("The diagonal does not stand out in {n} steps.").format(n=toy.step))
        else:
            self.say(_("The diagonal stands out from step {n} on.").format(n=toy.stood_out))

    def do_play(self) -> None:
        """Train the small CLIP, or pause."""
        self._show_toy()
        self.plays = not self.plays
        if self._player is None:
            self._player = self.set_interval(_SECONDS_A_STEP, self._play)

    def _play(self) -> None:
        if self.plays and self.is_current:
            self.act("toy_step")

    def _show_toy(self) -> None:
        """Keep one of the toy's panes in sight."""
        if self._front not in _TOY:
            self.show_pane("toy")
