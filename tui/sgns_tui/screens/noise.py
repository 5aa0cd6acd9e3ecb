"""The Noise screen: how negatives are drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.text import Text

from sgns_core.draws import uniforms
from sgns_core.errors import InvalidInput
from sgns_core.noise_shape import STEP, STOPS, check_uniform
from sgns_core.record import record
from sgns_core.settings import Settings
from sgns_tui.i18n import _, explain
from sgns_tui.noise_chance import Chance
from sgns_tui.noise_sample import CHECKPOINTS, NoiseSample, noise_sample, with_center
from sgns_tui.render.noise.contexts import context_lines
from sgns_tui.render.noise.hand import hand_lines
from sgns_tui.render.noise.shape import bar_lines, power_lines, power_name
from sgns_tui.render.noise.words import fit_lines, word_lines
from sgns_tui.render.number import setting
from sgns_tui.render.roles import HEADING, QUIET
from sgns_tui.screens.answers import number_wrong
from sgns_tui.screens.theory import TheoryScreen
from sgns_tui.screens.theory_layout import Plan

_DRAWS = (0, *CHECKPOINTS)


@record
class NoiseWishes:
    """What a person looks at; none of it belongs to the session.

    power: on trial, None for the session's. draws: how many are made. center: a row, None for the
    session's own. hand: number of the run's draw that is followed, from 0; u: one that was typed.
    """

    power: float | None = None
    draws: int = 0
    center: int | None = None
    hand: int = 0
    u: float | None = None


class NoiseScreen(TheoryScreen, inherit_bindings=False):
    """Counts, q and draws of the session's words; a power on trial, until it is applied."""

    NAME = "noise"
    PLAN = Plan(
        left=(("bars", 6), ("power", 5), ("hand", 5)),
        right=(("words", 6),),
        turns=(("contexts", 17),),
        left_share=50,
    )
    SIZED = {"bars": 13, "words": 40}  # noqa: RUF012 - as Textual's own class variables are
    wishes = NoiseWishes()

    def reset(self) -> None:
        """Forget what was wished for the session before."""
        super().reset()
        self.wishes = replace(self.wishes, power=None, center=None, hand=0, u=None)

    # ---- what is shown

    def state(self, name: str) -> object:
        """Return what a pane depends on."""
        shape, wishes = (self.session, self.settings), self.wishes
        match name:
            case "power":
                return shape
            case "hand":
                return (shape, wishes.hand, wishes.u)
            case _:
                return (shape, wishes.draws, self._center())

    @property
    def settings(self) -> Settings:
        """Return the session's settings, with the power on trial."""
        settings = self.session.in_force
        if self.wishes.power is None:
            return settings
        power = self.wishes.power
        return self.once(
            "settings",
            (settings, power),
            lambda: replace(settings, policy=settings.policy.with_parts(power=power)),
        )

    @property
    def power(self) -> float:
        """Return the power that is looked at."""
        return self.settings.policy.power

    @property
    def u(self) -> float:
        """Return the number that is followed by hand."""
        if self.wishes.u is not None:
            return self.wishes.u
        step, j = self._place_of_draw()
        return float(uniforms(self.settings.seed, step, 1, j + 1)[0, j])

    @property
    def sample(self) -> NoiseSample:
        """Return the draws, without a center and without a draw by hand."""
        source, draws = self.session.source, self.wishes.draws
        key = (self.session, self.settings, draws)
        return self.once(
            "sample", key, lambda: noise_sample(source, self.settings, draws, chance=self.chance)
        )

    @property
    def chance(self) -> Chance:
        """Return the numbers that the run draws with: no power changes them."""
        seed, k = self.settings.seed, self.settings.k
        return self.once("chance", (seed, k), lambda: Chance(seed, k))

    @property
    def center_sample(self) -> NoiseSample:
        """Return the draws seen from a center; InvalidInput where it has no contexts."""
        sample, center = self.sample, self._center()
        return self.once("center", (sample, center), lambda: with_center(sample, center))

    @property
    def marked_sample(self) -> NoiseSample:
        """Return the draws with the contexts of the center, which get a mark, where it has any."""
        try:
            return self.center_sample
        except InvalidInput:
            return self.sample

    def _center(self) -> int:
        """Return the row that was chosen, or that of the update."""
        if self.wishes.center is not None:
            return self.wishes.center
        try:
            return self.session.trace.center
        except InvalidInput:
            return 0

    def _place_of_draw(self) -> tuple[int, int]:
        """Return update and place among its negatives of the draw that is followed."""
        return divmod(self.wishes.hand, max(self.settings.k, 1))

    def lines_of(self, name: str, cells: int, rows: int) -> Iterable[Text]:
        """Return what a pane shows."""
        match name:
            case "bars":
                top = self.listed(name, rows)
                return bar_lines(self.marked_sample, cells, self.ascii_only, top, shares=True)
            case "power":
                return power_lines(self.sample, cells)
            case "hand":
                return self._hand_lines(cells)
            case "words":
                return self._word_lines(cells, self.listed(name, rows))
            case _:
                return self._context_lines(cells)

    def _hand_lines(self, cells: int) -> Iterable[Text]:
        title, *lines = hand_lines(replace(self.sample, u=self.u), cells, self.ascii_only)
        if self.wishes.u is None:
            step, j = self._place_of_draw()
            where = _("u is number {j} of update {n} in this run").format(j=j + 1, n=step + 1)
        else:
            where = _("u as typed")
        return [title, Text(f"  {where}", QUIET), *lines]

    def _word_lines(self, cells: int, top: int) -> Iterable[Text]:
        sample = self.marked_sample
        yield Text(_("Counts and draws"), HEADING)
        if sample.draws:
            yield from fit_lines(sample, cells)
        else:
            yield Text(_("no draws yet: d makes 10, then 1,000, then 100,000"), QUIET)
        yield from word_lines(sample, cells, self.ascii_only, top)

    def _context_lines(self, cells: int) -> Iterable[Text]:
        yield Text(_("False negatives"), HEADING)
        yield from context_lines(self.center_sample, cells, self.ascii_only)

    def note(self) -> str | None:
        """Say that a power is on trial."""
        if self.wishes.power is None:
            return None
        return _("on trial: power {power}").format(power=setting(self.wishes.power))

    def about(self) -> Sequence[str]:
        """Say what the power is, whose it is, and what the keys do."""
        own = self.session.in_force.policy.power
        if self.wishes.power is None:
            text = _("How are negatives drawn? By q(w), from counts to the power {power}{name}.")
            return (
                text.format(power=setting(own), name=_called(own)),
                _("← → try another power, d draws, n follows the next draw by hand."),
            )
        text = _("Power {power}{name} is on trial here; the run has {own}.")
        return (
            text.format(power=setting(self.power), name=_called(self.power), own=setting(own)),
            _("Enter sets it for the run, Esc lets it go."),
        )

    # ---- the power

    def _try(self, power: float) -> None:
        own = self.session.in_force.policy.power
        self.wishes = replace(self.wishes, power=None if power == own else power)

    def do_power_up(self) -> None:
        """Try a power that is one step higher."""
        self._try(_next_power(self.power, up=True))

    def do_power_down(self) -> None:
        """Try a power that is one step lower."""
        self._try(_next_power(self.power, up=False))

    def do_next_stop(self) -> None:
        """Try the next named power."""
        self._try(next((stop for stop in STOPS if stop > self.power + 1e-9), STOPS[0]))

    def do_set_power(self) -> None:
        """Ask for a power to try."""
        self.ask(
            _("Which power of the counts? 0 is uniform, 0.75 the paper's, 1 the counts."),
            setting(self.power),
            number_wrong,
            lambda text: self._try(float(text)),
        )

    def do_apply(self) -> None:
        """Give the run the power on trial."""
        power = self.wishes.power
        if power is None:
            self.say(_("No power is on trial: ← and → try one."))
            return
        self.session.set_policy(power=power)
        self.wishes = replace(self.wishes, power=None)
        self.say(
            _("The run has power {power} from here on; z takes it back.").format(
                power=setting(power)
            )
        )

    def do_let_go(self) -> None:
        """Forget the power on trial."""
        self.wishes = replace(self.wishes, power=None)

    # ---- draws

    def do_draw(self) -> None:
        """Make 10 draws, then 1,000, then 100,000, then none."""
        place = _DRAWS.index(self.wishes.draws)
        self.wishes = replace(self.wishes, draws=_DRAWS[(place + 1) % len(_DRAWS)])

    def do_next_hand(self) -> None:
        """Follow the next draw of the run by hand."""
        self.wishes = replace(self.wishes, hand=self.wishes.hand + (self.wishes.u is None), u=None)
        self.show_pane("hand")

    def do_previous_hand(self) -> None:
        """Follow the draw before by hand."""
        hand = max(0, self.wishes.hand - (self.wishes.u is None))
        self.wishes = replace(self.wishes, hand=hand, u=None)
        self.show_pane("hand")

    def do_set_u(self) -> None:
        """Ask for a number to follow by hand."""
        self.ask(_("Which u? From 0 to below 1."), "", _u_wrong, self._follow)

    def _follow(self, text: str) -> None:
        self.wishes = replace(self.wishes, u=float(text))
        self.show_pane("hand")

    def do_look_at_center(self) -> None:
        """Ask for a center."""
        self.ask(
            _("Which center? Its contexts in the text are the false negatives."),
            "",
            self.unknown_word,
            self._look_at_center,
        )

    def _look_at_center(self, text: str) -> None:
        self.wishes = replace(self.wishes, center=self.session.row_of(text))
        self.show_pane("contexts")


def _called(power: float) -> str:
    name = power_name(power)
    return f" ({name})" if name else ""


def _next_power(power: float, up: bool) -> float:
    """Return the next multiple of the step above or below a power, from 0 to 1."""
    steps = round(1 / STEP)
    if up:
        return max(power, min(1.0, (math.floor(power * steps + 1e-9) + 1) / steps))
    return max(0.0, (math.ceil(power * steps - 1e-9) - 1) / steps)


def _u_wrong(text: str) -> str | None:
    wrong = number_wrong(text, least=None)
    if wrong is not None:
        return wrong
    try:
        check_uniform(float(text))
    except InvalidInput as error:
        return explain(error)
    return None
