"""The least that a Textual app can be: one line, and right changes it; the screen's peer."""

from __future__ import annotations

from textual import events
from textual.app import App, ComposeResult
from textual.widget import Widget


class Line(Widget):
    """A line that counts."""

    count = 0

    def render(self) -> str:
        """Return the line."""
        return f"count {self.count}"


class BareApp(App[None]):
    """Shows the line; every key counts, q leaves."""

    def compose(self) -> ComposeResult:
        """Yield the line."""
        yield Line()

    def on_key(self, event: events.Key) -> None:
        """Count."""
        if event.key == "q":
            self.exit()
            return
        line = self.query_one(Line)
        line.count += 1
        line.refresh()


if __name__ == "__main__":
    BareApp().run(mouse=False)
