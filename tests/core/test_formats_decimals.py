"""Numbers as text: what is written reads back as the same float32, in few digits."""

import math

import numpy as np
from hypothesis import given

from sgns_core.formats.decimals import as_text_rows
from tests.core.cases import untimed
from tests.core.vector_files import any_single


def written(values: list[float]) -> list[str]:
    return as_text_rows(np.array([values], np.float32))[0].split(" ")


@untimed
@given(any_single)
def test_a_number_reads_back(value: float) -> None:
    back = np.float32(float(written([value])[0]))
    assert math.isnan(value) == np.isnan(back)
    if not math.isnan(value):
        assert back.tobytes() == np.float32(value).tobytes()


def digits(text: str) -> int:
    """Return how many digits a number has between its first and last that are not zero."""
    return len(text.partition("e")[0].replace(".", "").replace("-", "").strip("0"))


def test_no_more_digits_than_numpy_takes_in_the_range_of_vectors() -> None:
    random = np.random.default_rng(3)
    scale = 10.0 ** random.integers(-6, 9, 20_000)
    values = (random.normal(size=20_000) * scale).astype(np.float32)
    for value, text in zip(values, written(values.tolist()), strict=True):
        assert digits(text) <= digits(np.format_float_scientific(value, unique=True))


def test_literal_numbers() -> None:
    given_values = [0.1, -0.1, 1.0, 0.0, -0.0, 1e-5, 16777216.0, 3.4028235e38, 1e-45, math.inf]
    assert written(given_values) == [
        "0.1",
        "-0.1",
        "1",
        "0",
        "-0",
        "1e-05",
        "16777216",
        "3.40282347e+38",
        "1.40129846e-45",
        "inf",
    ]
