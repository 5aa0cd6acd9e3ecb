"""The commands about vectors: one table, for what is typed, completed and listed."""

from __future__ import annotations

from sgns_tui.i18n import N_
from sgns_tui.plain.command import Command
from sgns_tui.plain.exploring import asking, drawing, filing, helping, listing, setting

COMMANDS: dict[str, Command] = {
    "neighbors": Command(
        "neighbors W [N]", N_("the nearest words of a word"), "neighbors sea 5", listing.neighbors
    ),
    "sum": Command(
        "sum EXPRESSION", N_("words added and subtracted"), "sum king - man + woman", listing.total
    ),
    "analogy": Command(
        "analogy A B C", N_("a is to b as c is to what"), "analogy man king woman", listing.analogy
    ),
    "odd": Command("odd W W W ...", N_("which word fits least"), "odd cat dog sea", asking.odd),
    "table": Command(
        "table W W ...", N_("the cosine of every two words"), "table cat dog", asking.table
    ),
    "beside": Command(
        "beside W [N]", N_("the nearest words in both files"), "beside sea 5", listing.beside
    ),
    "map": Command("map [N]", N_("the drawn words with places and groups"), "map 20", drawing.map_),
    "find": Command(
        "find TEXT",
        N_("words that begin with TEXT; *TEXT* those it is in; they are drawn"),
        "find *sea*",
        drawing.find,
    ),
    "draw": Command(
        "draw frequent N|near W N|list W ...",
        N_("which words are drawn; list @FILE reads them"),
        "draw near sea 50",
        drawing.draw,
    ),
    "plane": Command(
        "plane pca|axes A:B ; C:D|components I J",
        N_("which plane they are drawn in"),
        "plane axes man:woman ; past:present",
        setting.plane,
    ),
    "groups": Command(
        "groups [bands|kmeans K|file FILE]",
        N_("what groups go by, and how far apart they are"),
        "groups kmeans 4",
        setting.groups,
    ),
    "use": Command(
        "use E|Ep|sum|cosine|dot|distance|unit|plain",
        N_("the table, the measure, rows one long or as they are"),
        "use dot",
        setting.use,
    ),
    "apart": Command("apart", N_("rows of zeros, and not finite"), "apart", asking.apart),
    "out": Command(
        "out map|words FILE [W ...]",
        N_("map: .svg .txt .json; words: a .txt list, or vectors; --force writes over a file"),
        "out map map.svg",
        filing.out,
    ),
    "digits": Command(
        "digits N|all", N_("how many decimals are written"), "digits 6", setting.digits
    ),
    "help": Command(
        "help [WORD]", N_("this list, a command, or an idea"), "help cosine", helping.help_
    ),
    "quit": Command("quit", N_("leave"), "quit", helping.quit_),
}

ALIASES = {"near": "neighbors", "exit": "quit", "?": "help"}
