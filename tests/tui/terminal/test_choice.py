import pytest

from sgns_tui.terminal.checks import Decision, Way, may_open_screen
from sgns_tui.terminal.choice import MULTIPLEXER_RATE, Depth, Glyphs, choose_terminal

UTF8 = {"LANG": "en_US.UTF-8"}


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm-256color"}, Depth.PALETTE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.PALETTE),
        ({"TERM": "xterm-kitty"}, Depth.ANSI),
        ({"TERM": "xterm-kitty", "COLORTERM": "truecolor"}, Depth.PALETTE),
        ({"TERM": "alacritty"}, Depth.PALETTE),
        ({"TERM": "xterm"}, Depth.ANSI),
        ({"TERM": "linux"}, Depth.ANSI),
        ({"TERM": "screen"}, Depth.ANSI),
        ({"TERM": "screen.xterm-256color"}, Depth.PALETTE),
        ({"TERM": "xterm-mono"}, Depth.NONE),
        ({"TERM": "vt100"}, Depth.NONE),
        ({"TERM": "dumb"}, Depth.NONE),
        ({}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Depth.PALETTE),
    ],
)
def test_depth_by_environment(environ: dict[str, str], depth: Depth) -> None:
    assert choose_terminal(environ).depth is depth


@pytest.mark.parametrize("option", ["none", "16", "256", "truecolor"])
def test_an_option_wins_over_everything(option: str) -> None:
    assert choose_terminal({"NO_COLOR": "1", "TERM": "vt100"}, option).depth == option


@pytest.mark.parametrize(
    ("environ", "glyphs"),
    [
        ({"LANG": "uk_UA.UTF-8"}, Glyphs.UNICODE),
        ({"LANG": "C.utf8"}, Glyphs.UNICODE),
        ({"LANG": "C"}, Glyphs.ASCII),
        ({}, Glyphs.ASCII),
        ({"LANG": "uk_UA.KOI8-U"}, Glyphs.ASCII),
        ({"LANG": "uk_UA.UTF-8", "LC_ALL": "C"}, Glyphs.ASCII),
        ({"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, Glyphs.UNICODE),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, Glyphs.ASCII),  # Python's own doing
        ({"LC_CTYPE": "C.UTF-8"}, Glyphs.ASCII),
        ({"LANG": "en_US.UTF-8", "LC_CTYPE": "C.UTF-8"}, Glyphs.UNICODE),
    ],
)
def test_glyphs_by_locale(environ: dict[str, str], glyphs: Glyphs) -> None:
    assert choose_terminal({"TERM": "xterm", **environ}).glyphs is glyphs


def test_an_old_terminal_gets_ascii_in_any_locale() -> None:
    assert choose_terminal({"TERM": "vt100", **UTF8}).glyphs is Glyphs.ASCII


def test_glyphs_option_wins() -> None:
    assert choose_terminal({}, "auto", "unicode").glyphs is Glyphs.UNICODE
    assert choose_terminal(UTF8 | {"TERM": "xterm"}, "auto", "ascii").glyphs is Glyphs.ASCII


def test_a_wrong_option_is_refused() -> None:
    with pytest.raises(ValueError, match="88"):
        choose_terminal({}, "88")
    with pytest.raises(ValueError, match="runes"):
        choose_terminal({}, "auto", "runes")


@pytest.mark.parametrize(
    ("environ", "fills", "rate"),
    [
        ({"TERM": "xterm-256color"}, True, None),
        ({"TERM": "linux"}, True, None),
        ({"TERM": "tmux-256color"}, False, MULTIPLEXER_RATE),
        ({"TERM": "screen"}, False, MULTIPLEXER_RATE),
        ({"TERM": "xterm-256color", "TMUX": "/tmp/tmux-1/default,1,0"}, True, MULTIPLEXER_RATE),
        ({"TERM": "xterm-256color", "STY": "1.pts-0"}, False, MULTIPLEXER_RATE),
        ({"TERM": "never-heard-of"}, False, None),
    ],
)
def test_what_is_relied_on(environ: dict[str, str], fills: bool, rate: int | None) -> None:
    choice = choose_terminal(environ)
    assert (choice.erases_in_color, choice.top_rate) == (fills, rate)


def decide(streams: str, term: str | None) -> Decision:
    stdin, stdout, stderr = (letter == "t" for letter in streams)
    return may_open_screen(stdin_tty=stdin, stdout_tty=stdout, stderr_tty=stderr, term=term)


def test_the_screen_opens_only_where_all_is_a_terminal() -> None:
    assert decide("ttt", "xterm") == Decision(Way.SCREEN)
    for streams in ("ftt", "tft", "ttf", "fff"):
        decision = decide(streams, "xterm")
        assert decision.way is Way.PRINT
        assert "terminal" in decision.reason
    assert decide("tft", "xterm").reason == "standard output is not a terminal"
    assert "standard input" in decide("fft", "dumb").reason
    assert "are not" in decide("fft", "dumb").reason


def test_term_decides_the_rest() -> None:
    assert decide("ttt", "dumb").way is Way.PLAIN
    assert decide("ttt", None) == decide("ttt", "") == Decision(Way.PRINT, "TERM is not set")
    assert decide("ttt", "unknown").way is Way.PRINT
