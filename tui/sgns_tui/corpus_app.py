"""The app around a training run: a thread trains, the screen shows it, leaving waits for it."""

from __future__ import annotations

import os
import signal
import threading

from textual.message import Message

from sgns_core.errors import InvalidInput
from sgns_tui.corpus_training import ReadyRun, Trained
from sgns_tui.i18n import _, explain
from sgns_tui.pacing import FramePace, frames_a_second
from sgns_tui.pane_app import PaneApp
from sgns_tui.preferences import Preferences
from sgns_tui.render.roles import WARNING
from sgns_tui.render.train.run import RunView
from sgns_tui.run_watch import RunFrame, RunWatch
from sgns_tui.screens.corpus import CorpusScreen
from sgns_tui.stopping import Stopping
from sgns_tui.terminal.choice import TerminalChoice
from sgns_tui.terminal.leaving import install
from sgns_tui.text import visible


class CorpusApp(PaneApp):
    """Shows a run until it is over and left, or until it is stopped.

    trained: what came of it; failure: what ended it instead. reasons: why checkpoints were not
    saved. words: how many are on the map.
    """

    class Ended(Message):
        """The thread has ended."""

    class NotSaved(Message):
        """A checkpoint could not be written."""

        def __init__(self, reason: InvalidInput) -> None:
            super().__init__()
            self.reason = reason

    class Writing(Message):
        """Training is over, and the vectors are being written."""

    def __init__(
        self,
        ready: ReadyRun,
        words: int,
        choice: TerminalChoice,
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(choice, preferences)
        self.trained: Trained | None = None
        self.failure: BaseException | None = None
        self.reasons: list[InvalidInput] = []
        self._begun = ready
        self._stopping = Stopping()
        run = ready.training.run
        vocabulary = run.text.vocabulary
        self.seen = RunWatch(
            words,
            FramePace(frames_a_second(None, os.environ)),
            show=self._show,
            say=lambda reason: self._tell(self.NotSaved(reason)),
            write=lambda: self._tell(self.Writing()),
        )
        sample = ready.training.sample
        self.screen_of_run = CorpusScreen(
            RunView(
                output=ready.training.output,
                size=len(vocabulary),
                words=run.words,
                shown=min(words, len(vocabulary)),
                settings=run.settings,
                engine=ready.training.choice.engine,
                sample=0 if sample is None else len(sample),
                ascii_only=self.ascii_only,
            ),
            vocabulary,
            self.keys,
            hold=lambda paused: self.seen.pause() if paused else self.seen.go_on(),
            shown=self.seen.ready,
        )
        self._thread = threading.Thread(target=self._train, name="training", daemon=True)

    def get_default_screen(self) -> CorpusScreen:
        """Return the one screen that there is."""
        return self.screen_of_run

    def on_load(self) -> None:
        """Let signals stop the run, and the run's end end the app."""
        install(self, self.stop)

    def on_mount(self) -> None:
        """Begin to train."""
        self._thread.start()

    # ---- the thread's side

    def _train(self) -> None:
        try:
            self.trained = self._begun.go(self.seen, self._stopping)
        except BaseException as error:  # raised again by whoever started the app
            self.failure = error
        self._tell(self.Ended())

    def _show(self, frame: RunFrame) -> None:
        self.screen_of_run.post_message(CorpusScreen.Picture(frame))

    def _tell(self, message: Message) -> None:
        self.post_message(message)

    # ---- what comes of it

    def on_corpus_app_not_saved(self, message: NotSaved) -> None:
        """Say so, and once more when the screen is closed."""
        self.reasons.append(message.reason)
        said = _("the checkpoint was not saved: {reason}").format(reason=explain(message.reason))
        self.front.say(said, WARNING)

    def on_corpus_app_writing(self) -> None:
        """Say what takes its time."""
        if self._stopping.caught is None:
            self.screen_of_run.enter("writing")

    def on_corpus_app_ended(self) -> None:
        """Leave where it was stopped or failed; else say what was written, and stay."""
        if self._stopping.caught is not None or self.trained is None:
            self.exit(return_code=0)
            return
        files = " + ".join(visible(file, self.ascii_only) for file in self.trained.files)
        self.screen_of_run.notes = [
            _("Done: {files} is written.").format(files=files),
            _("The map can still be looked at; q leaves."),
        ]
        self.screen_of_run.enter("done")

    # ---- leaving

    @property
    def is_over(self) -> bool:
        """Whether the run has ended."""
        return self.trained is not None or self.failure is not None

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop the run as a signal does, and leave when what is there is written."""
        if self.is_over:
            self.exit(return_code=0 if number == signal.SIGINT else 128 + number)
            return
        self._stopping.stop(number)
        self.seen.go_on()
        self.screen_of_run.enter("stopping")

    def finish(self) -> None:
        """Wait for the thread, however the app was left: what is there is written by then."""
        if not self._thread.is_alive():
            return
        if self._stopping.caught is None:
            self._stopping.stop(signal.SIGHUP)
        self.seen.go_on()
        self._thread.join()

    def leave(self) -> None:
        """Leave; ask first where a run would be stopped that cannot be gone on with."""
        if self.is_over or self._begun.folder is not None:
            self.stop()
            return
        question = _("Stop training? What is there is written; it cannot be gone on with.")
        self.ask(question, lambda yes: self.stop() if yes else None)

    def leave_at_once(self) -> None:
        """Stop without a question."""
        self.stop()
