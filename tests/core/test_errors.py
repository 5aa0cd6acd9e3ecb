import copy
import pickle

import pytest

from sgns_core.errors import InvalidInput

ERROR = InvalidInput("{source} is empty, {self} {template}", source="a {b}", self=1, template="t")


def test_the_text_is_the_template_filled_in() -> None:
    assert str(ERROR) == "a {b} is empty, 1 t"
    assert ERROR.template == "{source} is empty, {self} {template}"
    assert ERROR.values == {"source": "a {b}", "self": 1, "template": "t"}
    assert isinstance(ERROR, ValueError)


@pytest.mark.parametrize(
    "twin",
    [
        pytest.param(lambda e: pickle.loads(pickle.dumps(e)), id="pickle"),
        pytest.param(copy.copy, id="copy"),
        pytest.param(copy.deepcopy, id="deepcopy"),
    ],
)
def test_copies_say_the_same(twin) -> None:  # type: ignore[no-untyped-def]
    error = InvalidInput("{source} {value}", source="x", value=(1, 2))
    error.add_note("seen twice")
    other = twin(error)
    assert type(other) is InvalidInput
    assert str(other) == str(error)
    assert (other.template, other.values) == (error.template, error.values)
    assert other.__notes__ == ["seen twice"]


def test_a_template_without_its_value_fails_where_it_is_raised() -> None:
    with pytest.raises(KeyError):
        InvalidInput("{source} is empty")
