"""The shape of the noise by its power, and draws by hand, against plain Python."""

import bisect
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgns_core.errors import InvalidInput
from sgns_core.noise import NoiseDistribution
from sgns_core.noise_shape import STEP, STOPS, collision_share, hand_draw, noise_shape
from tests.core.cases import untimed

COUNTS = [90, 40, 0, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("power", [*STOPS, 0.05, 3.0])
def test_the_shape_equals_plain_python(power: float) -> None:
    shape = noise_shape(NoiseDistribution(COUNTS, power))
    weights = [count**power for count in COUNTS if count]
    q = sorted((weight / sum(weights) for weight in weights), reverse=True)
    assert shape.power == power
    assert shape.top_share == pytest.approx(sum(q[:10]))
    assert shape.entropy == pytest.approx(-sum(p * math.log2(p) for p in q))
    assert shape.ratio == pytest.approx(90**power)
    assert shape.like_uniform == pytest.approx(math.prod(p**-p for p in q))


def test_the_ends_of_the_power() -> None:
    uniform = noise_shape(NoiseDistribution(COUNTS, 0.0))
    assert (uniform.ratio, round(uniform.like_uniform, 9)) == (1.0, 13.0)
    alone = noise_shape(NoiseDistribution([0, 3], 0.75))
    assert (alone.top_share, alone.entropy, alone.ratio) == (1.0, 0.0, 1.0)
    steps = [noise_shape(NoiseDistribution(COUNTS, i * STEP)) for i in range(21)]
    for before, after in pairwise(steps):  # always more uneven
        assert after.top_share > before.top_share
        assert after.entropy < before.entropy
        assert after.ratio > before.ratio


@untimed
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=30).filter(any),
    st.floats(0, 1, exclude_max=True),
)
def test_a_draw_by_hand_is_the_draw(counts: list[int], u: float) -> None:
    noise = NoiseDistribution(counts)
    found = hand_draw(noise, u)
    assert found.row == int(noise.draw(u))
    assert found.row == bisect.bisect_right(noise.cumulative.tolist(), u)
    assert found.below <= u < found.above
    low, high = 0, len(counts)
    for look in found.path:
        assert (look.low, look.high) == (low, high)
        assert low <= look.middle < high
        assert look.goes_left == (u < look.cumulative)
        low, high = (low, look.middle) if look.goes_left else (look.middle + 1, high)
    assert low == high == found.row
    assert len(found.path) <= math.ceil(math.log2(len(counts))) + 1


@pytest.mark.parametrize("u", [-0.1, 1.0, math.nan, math.inf])
def test_no_draw(u: float) -> None:
    with pytest.raises(InvalidInput, match="u must be a number from 0 to below 1"):
        hand_draw(NoiseDistribution([1, 2]), u)


def test_collisions_are_as_likely_as_target_and_draw_agree() -> None:
    noise = NoiseDistribution([4, 2, 1, 1], 1.0)
    assert collision_share(noise, np.array([0, 3, 1, 0])) == pytest.approx(0.75 / 4 + 0.25 / 8)
