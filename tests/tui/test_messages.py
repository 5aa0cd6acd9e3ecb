"""The message catalogue's template holds what is said, in a form that can be translated."""

import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import sgns_core
import sgns_tui
from sgns_core.kept import SUBSAMPLE_FORMULAS
from sgns_core.sentences import SENTENCE_RULES
from sgns_core.tokens import TOKEN_RULES
from sgns_tui.render.source_text import ENGINE_SENTENCES

SOURCES = [Path(str(package.__file__)).parent for package in (sgns_core, sgns_tui)]
TEMPLATE = SOURCES[1] / "locale" / "sgns_tui.pot"
KEYWORDS = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "InvalidInput": None,
    "NonFiniteUpdate": None,
}


def ids(catalog: Catalog) -> set[str]:
    found: set[str] = set()
    for message in catalog:
        found |= {message.id} if isinstance(message.id, str) else set(message.id)
    return found - {""}


@pytest.fixture(scope="module")
def template() -> set[str]:
    with TEMPLATE.open("rb") as file:
        return ids(read_po(file))


@pytest.mark.filterwarnings("ignore")  # f-strings among an error's values are not for translation
def test_the_template_is_what_make_messages_would_write(template: set[str]) -> None:
    fresh = Catalog()
    for source in SOURCES:
        for _file, _line, message, *_rest in extract_from_dir(source, keywords=KEYWORDS):
            fresh.add(message)
    assert ids(fresh) == template


def test_the_engine_s_sentences_are_in_the_template(template: set[str]) -> None:
    spoken = {*TOKEN_RULES.values(), *SENTENCE_RULES.values(), *SUBSAMPLE_FORMULAS.values()}
    assert spoken == set(ENGINE_SENTENCES)
    assert spoken <= template
    assert "lr must be a finite number of at least 0, got {lr}" in template
    assert "One update, all numbers." in template


def test_fields_are_plain_names(template: set[str]) -> None:
    assert len(template) > 100
    for message in template:
        for _text, field, form, conversion in string.Formatter().parse(message):
            assert field is None or field.isidentifier(), message
            assert not form, message
            assert conversion is None, message
