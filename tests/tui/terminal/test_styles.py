import itertools

from hypothesis import assume, given
from hypothesis import strategies as st

from sgns_tui.terminal.choice import Depth
from sgns_tui.terminal.palette import DEFAULT, RGB, oklab, reduce_color, reduce_pair, triple_of
from sgns_tui.terminal.styles import PLAIN, Style, Styles
from tests.tui.terminal.emulator import Emulator

colors = st.one_of(
    st.just(DEFAULT), st.integers(0, 255), st.integers(0, 0xFFFFFF).map(lambda rgb: RGB | rgb)
)
on_codes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 53]
attribute_sets = st.sets(st.sampled_from(on_codes)).map(lambda codes: sum(1 << c for c in codes))
styles = st.builds(Style, attribute_sets, colors, colors)
reduced_depths = st.sampled_from([Depth.ANSI, Depth.PALETTE])


@given(colors, colors, reduced_depths)
def test_text_and_ground_stay_apart(foreground: int, background: int, depth: Depth) -> None:
    assume(foreground != background)
    text, ground = reduce_pair(foreground, background, depth)
    assert text != ground
    assert (text == DEFAULT) == (foreground == DEFAULT)
    assert max(text, ground) < (16 if depth is Depth.ANSI else 256)


@given(st.integers(0, 0xFFFFFF), reduced_depths)
def test_the_nearest_color_is_taken(rgb: int, depth: Depth) -> None:
    color = RGB | rgb
    chosen = reduce_color(color, depth)

    def distance(candidate: int) -> float:
        here, there = oklab(triple_of(color)), oklab(triple_of(candidate))
        return float(sum((a - b) ** 2 for a, b in zip(here, there, strict=True)) ** 0.5)

    everything = range(16) if depth is Depth.ANSI else range(16, 256)
    # The 256 are searched near the colour only: a hair's breadth from the best is good enough.
    allowed = 0.0 if depth is Depth.ANSI else 0.02
    assert distance(chosen) <= min(map(distance, everything)) + allowed


def test_colors_of_the_palette_stay() -> None:
    for color in range(256):
        assert reduce_color(color, Depth.PALETTE) == color
    for color in range(16, 256):
        assert triple_of(reduce_color(RGB | _packed(triple_of(color)), Depth.PALETTE)) == triple_of(
            color
        )
    for color in range(16):
        assert reduce_color(color, Depth.ANSI) == color


def _packed(triple: tuple[int, int, int]) -> int:
    red, green, blue = triple
    return red << 16 | green << 8 | blue


def test_oklab_of_published_points() -> None:
    # Computed by the reference formulas for sRGB red and white.
    assert [round(part, 3) for part in oklab((255, 255, 255))] == [1.0, 0.0, 0.0]
    assert [round(part, 3) for part in oklab((255, 0, 0))] == [0.628, 0.225, 0.126]


@given(st.lists(styles, min_size=2, max_size=6), st.sampled_from(Depth))
def test_every_change_leads_where_it_should(wanted: list[Style], depth: Depth) -> None:
    table = Styles(depth)
    numbers = [PLAIN, *(table.reduced[table.number(style)] for style in wanted)]
    emulator = Emulator(2, 1)
    for current, following in itertools.pairwise(numbers):
        emulator.feed(table.change(current, following).encode() + b"\rx")
        ink = emulator.screen.ink
        style = table[following]
        assert sum(1 << code for code in ink.attributes) == style.attributes
        assert (ink.foreground, ink.background) == (style.foreground, style.background)


@given(styles, styles, st.sampled_from(Depth))
def test_no_change_is_longer_than_starting_afresh(one: Style, other: Style, depth: Depth) -> None:
    table = Styles(depth)
    current, wanted = (table.reduced[table.number(style)] for style in (one, other))
    afresh = "\x1b[m" + table.change(PLAIN, wanted)
    assert len(table.change(current, wanted)) <= len(afresh)
    assert table.change(wanted, wanted) == ""


@given(styles, styles)
def test_parsing_undoes_writing(one: Style, other: Style) -> None:
    table = Styles(Depth.TRUE)
    current, wanted = table.number(one), table.number(other)
    parameters = table.change(current, wanted).removeprefix("\x1b[").removesuffix("m")
    assert current == wanted or table.apply(current, parameters) == wanted


@given(st.text(alphabet="0123456789;:", max_size=20))
def test_any_parameters_are_survived(parameters: str) -> None:
    table = Styles(Depth.PALETTE)
    number = table.reduced[table.apply(PLAIN, parameters)]
    assert max(table[number].foreground, table[number].background) < 256


@given(styles, styles)
def test_a_blank_looks_the_same_in_the_style_it_gets(one: Style, other: Style) -> None:
    table = Styles(Depth.TRUE)
    current, wanted = table.number(one), table.blank[table.number(other)]
    chosen = table.for_blank(current, wanted)
    assert table.blank[chosen] == wanted
