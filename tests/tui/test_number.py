"""Numbers as people read them: every digit that is shown is right."""

import math
from decimal import ROUND_HALF_EVEN, Decimal, localcontext

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgns_tui.render.number import number, setting

finite = st.floats(allow_nan=False, allow_infinity=False)
near_one = st.floats(-20, 20)


@given(st.one_of(near_one, finite), st.integers(1, 8))
@example(0.00005, 4)
@example(-0.00005, 4)
@example(5e-9, 8)
@example(0.05, 1)
@example(0.15, 1)
@example(2.5, 1)
@example(999999.99999, 4)
@example(-0.0, 4)
@example(5e-324, 4)
def test_every_digit_is_right(value: float, digits: int) -> None:
    text = number(value, digits)
    exact, shown = Decimal(value), Decimal(text)
    with localcontext() as context:
        context.prec = 400
        if "e" in text:
            step = Decimal(10) ** (shown.adjusted() - 2)
            assert len(text.split("e")[0].lstrip("-")) == len("1.23")
        else:
            step = Decimal(10) ** -digits
            assert len(text.partition(".")[2]) == digits
            assert shown == exact.quantize(step, ROUND_HALF_EVEN)
        assert abs(shown - exact) <= step / 2


@given(st.one_of(near_one, finite), st.integers(1, 8))
@example(5e-9, 8)
@example(4.9e-5, 4)
@example(-1e-300, 4)
def test_only_zero_is_shown_as_zero(value: float, digits: int) -> None:
    assert (Decimal(number(value, digits)) == 0) == (value == 0)


@given(finite)
def test_a_number_fits_its_column(value: float) -> None:
    assert len(number(value)) <= 12


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (1.9512, 4, "1.9512"),
        (-0.0, 4, "0.0000"),
        (0.0, 2, "0.00"),
        (1e6, 4, "1.00e+06"),
        (-123456789.0, 4, "-1.23e+08"),
        (0.00001, 4, "1.00e-05"),
        (math.nan, 4, "-"),
        (math.inf, 4, "inf"),
        (-math.inf, 4, "-inf"),
    ],
)
def test_how_a_number_looks(value: float, digits: int, text: str) -> None:
    assert number(value, digits) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1, "0.1"), (5.0, "5"), (0.00001, "1e-05"), (1 / 3, "0.333333333333"), (-0.0, "0")],
)
def test_a_setting_looks_as_it_was_typed(value: float, text: str) -> None:
    assert setting(value) == text


@given(st.decimals(-1000, 1000, allow_nan=False, places=6))
def test_a_setting_gives_back_what_was_typed(typed: Decimal) -> None:
    assert float(setting(float(typed))) == float(typed)
