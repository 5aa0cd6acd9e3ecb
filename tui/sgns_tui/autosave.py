"""Sessions save themselves while they are worked on: only what changed, in a thread of its own."""

from __future__ import annotations

import threading
from weakref import WeakKeyDictionary

from sgns_core.errors import InvalidInput
from sgns_tui.session import Session
from sgns_tui.session_file import file_bytes, saved_of
from sgns_tui.session_schema import SavedSession
from sgns_tui.shelf import Place, Shelf, place_of
from sgns_tui.unfinished import Unfinished

LAST_WRITE = 2.0  # seconds that leaving waits for a disk


class Autosave:
    """Writes each session that is not as it was when it was first seen, or last saved by a person.

    What is to be written is taken as values that never change; making a file of them and waiting
    for the disk is the thread's. The newest state counts: what was not written yet never is.
    """

    SECONDS = 5.0
    """Between two looks at whether something changed."""

    def __init__(self, files: Unfinished) -> None:
        self.files = files
        # Weak: what the shelf keeps no longer has to go. Its last file stays until the end.
        self._numbers: WeakKeyDictionary[Session, int] = WeakKeyDictionary()
        self._given = 0  # numbers
        self._saved: WeakKeyDictionary[Session, Place] = WeakKeyDictionary()
        self._noted: WeakKeyDictionary[Session, SavedSession] = WeakKeyDictionary()
        self._written: WeakKeyDictionary[Session, SavedSession] = WeakKeyDictionary()
        self._waiting: dict[int, tuple[SavedSession, Session] | None] = {}
        self._changed = threading.Condition()
        self._busy = False
        self._closed = False
        self._thread: threading.Thread | None = None

    def note(self, shelf: Shelf) -> None:
        """Look at the sessions, and have those written that changed; quick."""
        for kept in shelf.every():
            session = kept.session
            try:
                now = saved_of(session)
            except InvalidInput:
                continue  # a source that cannot be read again
            before = self._saved.get(session) or shelf.begun(session)
            noted = self._noted.get(session)
            if now != noted and (noted is not None or place_of(session) != before):
                self._noted[session] = now
                self._hand_over(self._number(session), (now, session))

    def saved(self, session: Session) -> None:
        """Forget a session that a person has just saved, until it changes again."""
        self._saved[session] = place_of(session)
        if self._noted.pop(session, None) is not None:
            self._hand_over(self._number(session), None)

    def adopt(self, session: Session) -> int:
        """Return the number of a session that was unfinished; it is kept from now on."""
        self._noted[session] = self._written[session] = saved_of(session)
        return self._number(session)

    def finish(self, shelf: Shelf) -> bool:
        """Write what changed last and end; tell whether all that a person has not saved is kept."""
        self.note(shelf)
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._busy, LAST_WRITE)
            unsaved = [kept.session for kept in shelf.every() if kept.session.is_unsaved]
            kept_all = all(
                session in self._written and self._written[session] is self._noted.get(session)
                for session in unsaved
            )
        self._close()
        return kept_all

    def discard(self) -> None:
        """Remove what was written, as a person leaves on purpose."""
        with self._changed:
            self._waiting.clear()
            self._changed.wait_for(lambda: not self._busy, LAST_WRITE)
        for number in range(self._given):
            self.files.remove(number)
        self._close()

    def _close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self.files.close()

    def _number(self, session: Session) -> int:
        number = self._numbers.get(session)
        if number is None:
            number = self._numbers[session] = self._given
            self._given += 1
        return number

    def _hand_over(self, number: int, work: tuple[SavedSession, Session] | None) -> None:
        with self._changed:
            self._waiting[number] = work
            self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="autosave", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._closed or bool(self._waiting))
                if self._closed:
                    return
                number, work = self._waiting.popitem()
                self._busy = True
            if work is None:
                self.files.remove(number)
                continue
            saved, session = work
            try:
                data = file_bytes(saved, session.timeline.stepper)
            except InvalidInput:
                continue  # too many edits for a session file
            if self.files.write(number, data):
                self._written[session] = saved
            del work, saved, session  # what the shelf keeps no longer has to go
