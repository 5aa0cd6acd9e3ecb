"""What keys do to a run, on every screen that shows one: whole updates, and its settings."""

from __future__ import annotations

from sgns_core.policy import PRESETS
from sgns_tui.i18n import _
from sgns_tui.render.number import setting
from sgns_tui.render.roles import WARNING
from sgns_tui.screens.answers import next_lr, number_wrong, whole_wrong
from sgns_tui.screens.base import SessionScreen

MANY = 100  # updates that one key makes


class RunScreen(SessionScreen, inherit_bindings=False):
    """A screen from which the run can be moved by whole updates, and changed."""

    # ---- moving

    def do_next_update(self) -> None:
        """Go one update forward."""
        if not self.session.forward():
            self.say_stop()

    def do_previous_update(self) -> None:
        """Go one update back."""
        if not self.session.backward():
            self.say(_("This is the first update."))

    def do_many_forward(self) -> None:
        """Go a hundred updates forward."""
        if self.session.forward(MANY) < MANY:
            self.say_stop()

    def do_many_back(self) -> None:
        """Go a hundred updates back."""
        if not self.session.backward(MANY):
            self.say(_("This is the first update."))

    def do_first(self) -> None:
        """Go to the first update."""
        self.session.go_to(0)

    def do_newest(self) -> None:
        """Go to the newest update."""
        self.session.go_to(self.session.timeline.length)

    def do_go_to(self) -> None:
        """Ask for the number of an update."""
        self.ask(
            _("Go to which update? 1 is the first."),
            "",
            lambda text: whole_wrong(text, 1, 10**9),
            lambda text: self._go_to(int(text) - 1),
        )

    def _go_to(self, update: int) -> None:
        if not self.session.go_to(update):
            self.say_stop()

    def say_stop(self) -> None:
        """Say why the run cannot go on."""
        stop = self.session.timeline.stop
        self.session.playing = False
        if stop is not None:
            self.say(self.overflow(stop.at + 1, stop.row, stop.table), WARNING)

    def overflow(self, update: int, row: int, table: str) -> str:
        """Return why an update, counted from 1, cannot be made."""
        return _(
            "Update {n} cannot be made: with the row of {word} in {table} numbers would overflow. "
            "Go back (,) or take the last change back (z), and lower lr (-)."
        ).format(n=update, word=self.shown(self.session.words[row]), table=table)

    # ---- changing

    def do_undo(self) -> None:
        """Take the last change back."""
        self.say(_("Taken back.") if self.session.undo() else _("There is nothing to take back."))

    def do_redo(self) -> None:
        """Make the change again."""
        done = self.session.redo()
        self.say(_("Made again.") if done else _("There is nothing to make again."))

    def do_faster(self) -> None:
        """Raise the learning rate."""
        self._scale_lr(up=True)

    def do_slower(self) -> None:
        """Lower the learning rate."""
        self._scale_lr(up=False)

    def _scale_lr(self, up: bool) -> None:
        """Go to the next of 1, 2, 5, 10 ... times a power of ten."""
        self.session.set_lr(next_lr(self.session.timeline.config().lr, up))
        self.say(_("lr {lr}").format(lr=setting(self.session.timeline.config().lr)))

    def do_set_lr(self) -> None:
        """Ask for a learning rate."""
        self.ask(
            _("Which learning rate?"),
            setting(self.session.timeline.config().lr),
            number_wrong,
            lambda text: self.session.set_lr(float(text)),
        )

    def do_set_k(self) -> None:
        """Ask for the number of negatives."""
        self.ask(
            _("How many negatives are drawn? (A chosen list stays as it is.)"),
            str(self.session.timeline.config().k),
            lambda text: whole_wrong(text, 0, 1000),
            lambda text: self.session.set_k(int(text)),
        )

    def do_set_power(self) -> None:
        """Ask for the power of the noise."""
        self.ask(
            _("Which power of the counts? 0 is uniform, 0.75 the paper's, 1 the counts."),
            setting(self.session.timeline.config().policy.power),
            number_wrong,
            lambda text: self.session.set_policy(power=float(text)),
        )

    def do_policy(self) -> None:
        """Follow the next preset."""
        names = list(PRESETS)
        now = names.index(self.session.timeline.config().policy.name)
        preset = PRESETS[names[(now + 1) % len(names)]]
        self.session.use_policy(preset)

    def do_release(self) -> None:
        """Go back to drawn pairs."""
        if self.session.timeline.config().choice is None:
            self.say(_("Pairs are drawn from the text already."))
        else:
            self.session.release()

    def do_seed(self) -> None:
        """Ask for a seed, the next one by default; the run of before is kept."""
        self.ask(
            _("Run with which seed? The run of now is kept: its seed brings it back."),
            str((self.session.settings.seed + 1) % 2**64),
            lambda text: whole_wrong(text, 0, 2**64 - 1),
            lambda text: self.sgns_app.use_seed(int(text)),
        )
