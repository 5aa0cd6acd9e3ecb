"""Vectors looked around in by lines: the questions of the Explore screen, answered as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sgns_core.neighbors import MEASURES, GoOn
from sgns_core.reading import read_text
from sgns_core.vectors import TABLES
from sgns_tui.explore_examples import examples
from sgns_tui.explore_out import write_map, write_selection
from sgns_tui.exploring import Exploring, Listed
from sgns_tui.files import at_home
from sgns_tui.grouping import Basis
from sgns_tui.help_text import CONCEPTS
from sgns_tui.i18n import N_, _
from sgns_tui.output import ascii_output
from sgns_tui.plain import arguments
from sgns_tui.plain.answering import Answering
from sgns_tui.plain.arguments import WrongArguments
from sgns_tui.plain.front import Interrupts, answer_lines
from sgns_tui.plain.helping import concept_lines
from sgns_tui.render.explore.names import measure_name, plane_name, table_name
from sgns_tui.render.explore.status import drawn_line, separation_line, warnings
from sgns_tui.render.plain_values import Values
from sgns_tui.text import visible

_TOP = 10
_MOST = 1_000_000
_LISTED = 60
_PICTURE = (100, 34)
_IDEAS = ("cosine", "norm", "projection", "axes", "separation")
_EXAMPLES = {"cosine": "list", "norm": "word", "projection": "map"}


def run_exploring(exploring: Exploring) -> None:
    """Read commands until quit or the end of the input, and answer them in numbered lines."""
    interrupts = Interrupts()
    mode = ExploringMode(exploring, ascii_output(), lambda share: interrupts.go_on())

    def complete(before: str, begun: str) -> list[str]:
        if not before.split():
            return [name for name in COMMANDS if name.startswith(begun)]
        found = exploring.explored.beginning(begun, 200) if begun else iter(())
        return [word for word in found if " " not in word and visible(word) == word]

    answer_lines(mode, interrupts, complete)


class ExploringMode(Answering):
    """Vectors, and the commands that people give about them."""

    def __init__(
        self, exploring: Exploring, ascii_only: bool = False, go_on: GoOn | None = None
    ) -> None:
        """Begin; go_on: whether work over many rows is still wanted."""
        self.go_on = go_on
        self.commands, self.aliases = COMMANDS, {"near": "neighbors", "exit": "quit", "?": "help"}
        self.exploring = exploring
        self.ascii_only = ascii_only
        self.digits: int | None = 4
        self.listed: Listed | None = None

    @property
    def values(self) -> Values:
        """Return how words and numbers are written now."""
        words = self.exploring.explored.vectors.words
        return Values(tuple(words), self.digits, self.ascii_only)

    def greeting(self) -> Iterator[str]:
        """Yield the first lines: what this is, and what is open."""
        yield _("explore: help lists the commands, quit leaves")
        yield from _open(self)

    def row(self, word: str) -> int:
        """Return the row of a word."""
        return self.exploring.explored.vectors.vocabulary.index(word)

    def rows(self, words: list[str]) -> list[int]:
        """Return the rows of words, each once."""
        return [self.row(word) for word in dict.fromkeys(words)]


def _open(mode: ExploringMode) -> Iterator[str]:
    exploring, values = mode.exploring, mode.values
    vectors = exploring.explored.vectors
    yield _("open: {name}, {words} words x {dim}, table {table}, {measure}; {drawn} drawn").format(
        name=values.text(exploring.explored.name),
        words=f"{len(vectors):,}",
        dim=vectors.dim,
        table=table_name(exploring.table),
        measure=measure_name(exploring.measure),
        drawn=drawn_line(exploring, exploring.known_map),
    )
    if exploring.beside is not None:
        yield _("beside: {name}, {words} words x {dim}").format(
            name=values.text(exploring.beside.name),
            words=f"{len(exploring.beside.vectors):,}",
            dim=exploring.beside.vectors.dim,
        )


def _no_more(words: list[str]) -> None:
    if words:
        raise WrongArguments("it takes nothing after it")


def _listed(mode: ExploringMode, listed: Listed) -> Iterator[str]:
    mode.listed = listed
    values, said = mode.values, mode.values.text(listed.asked)
    measure = measure_name(listed.measure)
    if not listed.found:
        yield _("near {word}: no other word can be compared").format(word=said)
    for place, (row, value) in enumerate(listed.found, 1):
        yield _("near {word}: {n} {other} {measure} {value}").format(
            word=said,
            n=place,
            other=values.word(row),
            measure=measure,
            value=values.number(value),
        )


def neighbors(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the nearest words of a word."""
    if not 1 <= len(words) <= 2:
        raise WrongArguments("it takes a word, and how many")
    count = arguments.count(words[1:], _TOP, _MOST)
    row = mode.row(words[0])
    mode.exploring.go_to(row)
    yield from _listed(mode, mode.exploring.near(row, count, mode.go_on))


def total(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List what is nearest to words added and subtracted."""
    text = " ".join(f'"{word}"' if " " in word else word for word in words)
    listed = mode.exploring.ask(text, _TOP, mode.go_on)
    mode.exploring.show_listed(listed)
    yield from _listed(mode, listed)


def analogy(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List what is to c as b is to a."""
    if len(words) != 3:
        raise WrongArguments("it takes three words: a is to b as c is to what")
    a, b, c = (f'"{word}"' for word in words)
    yield from total(mode, arguments.split(f"{b} - {a} + {c}"))


def odd(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Say which word fits the others least."""
    values = mode.values
    found = mode.exploring.odd_one_out(mode.rows(words))
    yield _("odd: {word} fits least").format(word=values.word(found[0][0]))
    for row, value in found:
        yield _("odd: {word}, mean cosine with the others {value}").format(
            word=values.word(row), value=values.number(value)
        )


def table(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Give the cosine of every two words."""
    values, rows = mode.values, mode.rows(words)
    cosines = mode.exploring.similarities(rows)
    for place, row in enumerate(rows):
        others = ", ".join(
            f"{values.word(other)} {values.number(float(cosines[place, column]))}"
            for column, other in enumerate(rows)
            if column != place
        )
        yield _("table: {word}: {others}").format(word=values.word(row), others=others)


def map_(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the drawn words with their places and groups."""
    many = arguments.count(words, 20, _MOST)
    exploring, values = mode.exploring, mode.values
    drawn = exploring.map_now()
    yield _("map: {drawn}; {plane}").format(
        drawn=drawn_line(exploring, drawn), plane=plane_name(exploring, drawn)
    )
    for line in warnings(drawn):
        yield _("beware: {text}").format(text=line)
    for place, row in enumerate(drawn.rows[:many].tolist()):
        x, y = drawn.points[place].tolist()
        group = int(drawn.groups.labels[place])
        said = (
            ""
            if group < 0
            else _(", group {name}").format(name=values.text(drawn.groups.names[group]))
        )
        yield _("map: {word} at {x}, {y}{group}").format(
            word=values.word(row), x=values.number(x), y=values.number(y), group=said
        )
    if drawn.outputs is not None:
        x, y = drawn.outputs[0].tolist()
        yield _("map: a - b + c at {x}, {y}").format(x=values.number(x), y=values.number(y))
    if many < len(drawn.rows):
        yield _("map: {n} more words; map {all} lists all").format(
            n=len(drawn.rows) - many, all=len(drawn.rows)
        )


def find(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the words that fit a search, and draw them."""
    text = arguments.one(words, _("a part of a word"))
    mode.exploring.draw_matching(text, _LISTED)
    yield from _drawn(mode)
    yield _("find: {words}").format(
        words=" ".join(mode.values.word(row) for row in mode.exploring.drawn.rows.tolist())
    )


def draw(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose which words are drawn."""
    match words:
        case ["frequent", *rest]:
            mode.exploring.draw_frequent(arguments.count(rest, 300, _MOST))
        case ["near", word, *rest]:
            mode.exploring.draw_near(mode.row(word), arguments.count(rest, 40, _MOST), mode.go_on)
        case ["list", file] if file.startswith("@"):
            text = read_text(at_home(file[1:]))
            named = [line.strip() for line in text.splitlines() if line.strip()]
            yield from _unknown(mode, mode.exploring.draw_list(named))
        case ["list", *named] if named:
            yield from _unknown(mode, mode.exploring.draw_list(named))
        case _:
            raise WrongArguments("it takes frequent N, near W N, list W W W, or list @FILE")
    yield from _drawn(mode)


def _unknown(mode: ExploringMode, unknown: list[str]) -> Iterator[str]:
    if unknown:
        yield _("draw: {n} not known: {words}").format(
            n=len(unknown), words=", ".join(mode.values.text(word) for word in unknown[:8])
        )


def _drawn(mode: ExploringMode) -> Iterator[str]:
    yield _("draw: {drawn}").format(drawn=drawn_line(mode.exploring, None))


def plane(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose the plane."""
    match words:
        case ["pca"]:
            mode.exploring.view_principal()
        case ["axes", *rest] if ";" in rest:
            cut = rest.index(";")
            mode.exploring.view_directions(" ".join(rest[:cut]), " ".join(rest[cut + 1 :]))
        case ["components", x, y]:
            dim = mode.exploring.explored.vectors.dim
            first, second = arguments.whole(x, 1, dim), arguments.whole(y, 1, dim)
            mode.exploring.view_components(first - 1, second - 1)
        case _:
            raise WrongArguments("it takes pca, axes A:B ; C:D, or components 1 2")
    drawn = mode.exploring.map_now()
    yield _("plane: {name}").format(name=plane_name(mode.exploring, drawn))


def groups(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose what groups go by, and say how far apart they are."""
    exploring, values = mode.exploring, mode.values
    match words:
        case []:
            pass
        case ["bands"]:
            exploring.basis = Basis.BANDS
        case ["kmeans", *rest]:
            exploring.use_kmeans(arguments.count(rest, exploring.k_groups, 64))
        case ["file", path]:
            exploring.use_groups(at_home(path))
        case _:
            raise WrongArguments("it takes bands, kmeans K, or file FILE")
    drawn = exploring.map_now()
    yield _("groups: {basis}; {separation}").format(
        basis=drawn.words.basis, separation=separation_line(drawn) or _("no separation")
    )
    for number, name in enumerate(drawn.groups.names):
        members = drawn.rows[drawn.groups.labels == number].tolist()
        yield _("group {name}: {n} words: {words}").format(
            name=values.text(name), n=len(members), words=values.listed(members)
        )


def use(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose the table that is asked, the measure, or whether rows are made one long."""
    match words:
        case [name] if name in TABLES:
            mode.exploring.use_table(name)
        case [name] if name in MEASURES:
            mode.exploring.measure = name
        case [("unit" | "plain") as name]:
            mode.exploring.unit = name == "unit"
        case _:
            raise WrongArguments("it takes E, Ep, sum, cosine, dot, distance, unit or plain")
    yield from _open(mode)


def beside(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the nearest words of a word in both files."""
    if mode.exploring.beside is None:
        raise WrongArguments("one file is open: explore FILE --beside FILE2 opens two")
    if not 1 <= len(words) <= 2:
        raise WrongArguments("it takes a word, and how many")
    mode.row(words[0])
    count = arguments.count(words[1:], _TOP, _MOST)
    found = mode.exploring.near_beside(words[0], count, mode.go_on)
    values = mode.values
    word = values.text(found.word)
    for name, listed in zip(found.names, found.lists, strict=True):
        said = ", ".join(f"{values.text(near)} {values.number(value)}" for near, value in listed)
        missing = found.missing or _("nothing")
        yield _("{word} in {name}: {near}").format(
            word=word, name=values.text(name), near=said or missing
        )
    shared = [near for near, _value in found.lists[0] if near in found.shared]
    yield _("{word}: {n} in both: {words}").format(
        word=word, n=len(shared), words=" ".join(values.text(near) for near in shared)
    )


def apart(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the rows that cannot be compared."""
    _no_more(words)
    zeros, odd_rows = mode.exploring.apart(mode.go_on)
    for said, rows in ((_("rows of zeros"), zeros), (_("rows that are not finite"), odd_rows)):
        yield (
            _("{kind}: {n} {words}")
            .format(kind=said, n=len(rows), words=mode.values.listed(rows.tolist()))
            .rstrip()
        )


def out(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Write the map, its numbers, words or their vectors to a file."""
    exploring = mode.exploring
    match words:
        case ["map", path]:
            path = at_home(path)
            write_map(exploring, exploring.map_now(), mode.listed, path, _PICTURE)
        case ["words", path, *named]:
            path = at_home(path)
            rows = mode.rows(named) if named else exploring.map_now().rows.tolist()
            write_selection(exploring, rows, path)
        case _:
            raise WrongArguments("it takes map FILE, or words FILE and the words, else all drawn")
    yield _("written: {path}").format(path=visible(path, mode.values.ascii_only))


def digits(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Choose how many decimals are written."""
    given = arguments.one(words, _("a number of decimals, or all"))
    mode.digits = None if given == "all" else arguments.whole(given, 0, 15)
    yield _("digits: {n}").format(n=given)


def help_(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """List the commands, or explain an idea with an example in this file."""
    if not words:
        for command in COMMANDS.values():
            yield _("{usage}: {line}").format(usage=command.usage, line=_(command.line))
        yield _("help WORD explains: {words}").format(words=", ".join(_IDEAS))
        return
    word = words[0].lower()
    if word in COMMANDS:
        yield _("{usage}: {line}").format(usage=COMMANDS[word].usage, line=_(COMMANDS[word].line))
        yield _("example: {example}").format(example=COMMANDS[word].example)
    elif word in _IDEAS:
        yield from concept_lines(word, CONCEPTS[word])
        for sentence in examples(mode.exploring, mode.exploring.map_now(), _EXAMPLES.get(word, "")):
            yield _("here: {text}").format(text=sentence)
    else:
        raise WrongArguments("there is no help about {word}", word=arguments.cut(word))


def quit_(mode: ExploringMode, words: list[str]) -> Iterator[str]:
    """Leave."""
    mode.left = True
    yield _("bye")


Run = Callable[[ExploringMode, list[str]], Iterator[str]]


@dataclass(frozen=True)
class Command:
    """What is typed, what it does, an example, and what does it."""

    usage: str
    line: str
    example: str
    run: Run


COMMANDS: dict[str, Command] = {
    "neighbors": Command(
        "neighbors W [N]", N_("the nearest words of a word"), "neighbors sea 5", neighbors
    ),
    "sum": Command(
        "sum EXPRESSION", N_("words added and subtracted"), "sum king - man + woman", total
    ),
    "analogy": Command(
        "analogy A B C", N_("a is to b as c is to what"), "analogy man king woman", analogy
    ),
    "odd": Command("odd W W W ...", N_("which word fits least"), "odd cat dog sea", odd),
    "table": Command("table W W ...", N_("the cosine of every two words"), "table cat dog", table),
    "beside": Command(
        "beside W [N]", N_("the nearest words in both files"), "beside sea 5", beside
    ),
    "map": Command("map [N]", N_("the drawn words with places and groups"), "map 20", map_),
    "find": Command(
        "find TEXT",
        N_("words that begin with TEXT; *TEXT* those it is in; they are drawn"),
        "find *sea*",
        find,
    ),
    "draw": Command(
        "draw frequent N|near W N|list W ...",
        N_("which words are drawn; list @FILE reads them"),
        "draw near sea 50",
        draw,
    ),
    "plane": Command(
        "plane pca|axes A:B ; C:D|components I J",
        N_("which plane they are drawn in"),
        "plane axes man:woman ; past:present",
        plane,
    ),
    "groups": Command(
        "groups [bands|kmeans K|file FILE]",
        N_("what groups go by, and how far apart they are"),
        "groups kmeans 4",
        groups,
    ),
    "use": Command(
        "use E|Ep|sum|cosine|dot|distance|unit|plain",
        N_("the table, the measure, rows one long or as they are"),
        "use dot",
        use,
    ),
    "apart": Command("apart", N_("rows of zeros, and not finite"), "apart", apart),
    "out": Command(
        "out map|words FILE [W ...]",
        N_("map: .svg .txt .json; words: a .txt list, or vectors by ending"),
        "out map map.svg",
        out,
    ),
    "digits": Command("digits N|all", N_("how many decimals are written"), "digits 6", digits),
    "help": Command("help [WORD]", N_("this list, a command, or an idea"), "help cosine", help_),
    "quit": Command("quit", N_("leave"), "quit", quit_),
}
