"""Text to sentences, by one of two rules."""

import re
from typing import Final, Literal

SentenceRule = Literal["lines", "punctuation"]

SENTENCE_RULES: Final[dict[SentenceRule, str]] = {
    "lines": "one sentence a line",
    "punctuation": (
        "sentences end at . ? ! and the like before white space, "
        "at 。 ！ ？ anywhere, and at blank lines"
    ),
}

# Full stops, question and exclamation marks, the ellipsis (three dots in one character), and
# their Arabic, Urdu, Devanagari and full-width kin. Inside 3.14 or example.org they end nothing.
_BEFORE_WHITE_SPACE = ".?!\u2026\u061f\u06d4\u0964\u0965\uff0e"
# Scripts written without spaces: these end a sentence wherever they stand.
_ANYWHERE = "\u3002\uff01\uff1f\uff61"
_CLOSERS = "\"')\\]}\u2019\u201d\u00bb\u203a\u300d\u300f\uff09\u3011\u300b\u3009\uff63"
# Closing in German and Ukrainian, opening in English: they close only before white space.
_ALSO_OPENERS = "\u201c\u2018"
# The pattern always matches a whole run, and what follows is looked at afterwards: a look-ahead in
# the pattern would be tried anew from each dot of a long run, in time that grows with its square.
_RUN = re.compile(
    f"([{_BEFORE_WHITE_SPACE}{_ANYWHERE}]+)[{_CLOSERS}]*(?:[{_ALSO_OPENERS}](?=\\s|\\Z))?"
)
_ENDS_ANYWHERE = re.compile(f"[{_ANYWHERE}]")
_BLANK_LINES = re.compile(r"\n\s*\n")


def one_line_ends(text: str) -> str:
    r"""Return the text with CRLF and CR written as LF; other separators are left alone."""
    if "\r" not in text:
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n")


def one_sentence_a_line(text: str, rule: SentenceRule) -> str:
    r"""Return the text with "\n" at the ends of sentences and nowhere else.

    `lines`: each line is a sentence, whatever its length. `punctuation`: a sentence ends at a run
    of . ? ! or the like with any closing quotes and brackets, before white space or the end of
    the text; at a run that holds an ideographic full stop or a full-width ! or ?, whatever follows;
    and at a blank line. A single line end is white space. Lines without a word may remain.
    """
    text = one_line_ends(text)
    if rule == "lines":
        return text
    paragraphs = _BLANK_LINES.split(text)
    text = "\n".join(paragraph.replace("\n", " ") for paragraph in paragraphs)
    return _RUN.sub(_with_line_end, text)


def _with_line_end(run: re.Match[str]) -> str:
    """Return a run of sentence punctuation, with a line end after it if it ends a sentence."""
    follows = run.string[run.end() : run.end() + 1]
    if not follows or follows.isspace() or _ENDS_ANYWHERE.search(run[1]):
        return run[0] + "\n"
    return run[0]
