"""Line mode: what each command answers, and that forward and back say the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sgns_core.examples import example_names
from sgns_tui.help_text import CONCEPTS
from sgns_tui.opening import SourceOptions
from sgns_tui.plain.answering import MAX_LINE
from sgns_tui.plain.mode import LineMode
from sgns_tui.plain.table import ALIASES, COMMANDS
from sgns_tui.plain.typing import completions
from sgns_tui.session_opening import open_session
from sgns_tui.stages import stages_of

from .plain_tools import line_mode, program, told, transcript

WORKED = """\
1: line mode: help lists the commands, quit leaves
2: source: worked, 5 words, 3 components, a text of 6 words
3: The worked example: five words, three components, one update in full.
4: settings: lr 0.1, k 2, power 0.75, policy article, seed 1
5: select: update 1, center sat, target on (chosen), negatives cat mat (chosen)
> next
6: gather E sat: 0.3300 -0.2700 0.8400
7: gather Ep on: 0.7000 -0.1500 -0.1100
8: gather Ep cat: 0.2500 0.5100 -0.4100
9: gather Ep mat: 0.3100 0.4500 0.3300
> next
10: dot on 1: 0.3300 x 0.7000 = 0.2310, sum 0.2310
> next
11: dot on 2: -0.2700 x -0.1500 = 0.0405, sum 0.2715
> next
12: dot on 3: 0.8400 x -0.1100 = -0.0924, sum 0.1791
> next 6
13: dot cat 1: 0.3300 x 0.2500 = 0.0825, sum 0.0825
14: dot cat 2: -0.2700 x 0.5100 = -0.1377, sum -0.0552
15: dot cat 3: 0.8400 x -0.4100 = -0.3444, sum -0.3996
16: dot mat 1: 0.3300 x 0.3100 = 0.1023, sum 0.1023
17: dot mat 2: -0.2700 x 0.4500 = -0.1215, sum -0.0192
18: dot mat 3: 0.8400 x 0.3300 = 0.2772, sum 0.2580
> next 3
19: sigmoid on: sigma(0.1791) = 0.5447
20: sigmoid cat: sigma(-0.3996) = 0.4014
21: sigmoid mat: sigma(0.2580) = 0.5641
> next 4
22: loss on: -log 0.5447 = 0.6076
23: loss cat: -log (1 - 0.4014) = -log 0.5986 = 0.5132
24: loss mat: -log (1 - 0.5641) = -log 0.4359 = 0.8304
25: loss sum: 0.6076 + 0.5132 + 0.8304 = 1.9512
> next
26: error on: 0.5447 - 1 = -0.4553
27: error cat: 0.4014 - 0 = 0.4014
28: error mat: 0.5641 - 0 = 0.5641
> next 4
29: gradient Ep on: -0.4553 x v_c = -0.1503 0.1229 -0.3825
30: gradient Ep cat: 0.4014 x v_c = 0.1325 -0.1084 0.3372
31: gradient Ep mat: 0.5641 x v_c = 0.1862 -0.1523 0.4739
32: gradient E sat: sum of error x v' = -0.0435 0.5269 0.0717
> next
33: update E sat: 0.3300 -0.2700 0.8400 -> 0.3344 -0.3227 0.8328
34: update Ep on: 0.7000 -0.1500 -0.1100 -> 0.7150 -0.1623 -0.0718
35: update Ep cat: 0.2500 0.5100 -0.4100 -> 0.2368 0.5208 -0.4437
36: update Ep mat: 0.3100 0.4500 0.3300 -> 0.2914 0.4652 0.2826
> next
37: check: loss 1.9512 -> 1.9229 after center only -> 1.8626 after the whole update
> quit
38: bye
"""


def test_the_worked_example_reads_as_published() -> None:
    commands = "".join(line[2:] + "\n" for line in WORKED.splitlines() if line.startswith("> "))
    assert transcript(line_mode(), commands) == WORKED


def test_update_says_loss_rows_and_check() -> None:
    lines = told(line_mode(), "update")
    assert lines[0] == "loss sum: 0.6076 + 0.5132 + 0.8304 = 1.9512"
    assert [line.split(":")[0] for line in lines[1:]] == [
        "update E sat",
        "update Ep on",
        "update Ep cat",
        "update Ep mat",
        "check",
    ]


@pytest.mark.parametrize("name", example_names())
@pytest.mark.parametrize("policy", ["article", "word2vec-c", "gensim"])
def test_back_says_what_next_said(name: str, policy: str) -> None:
    mode = line_mode(example=name, policy=policy)
    start = (mode.session.timeline.E.copy(), mode.session.timeline.Ep.copy())
    presses = 2 * len(stages_of(mode.session.trace)) + 3
    there = [told(mode, "show stage")]
    there += [told(mode, "next") for _ in range(presses)]
    again = [told(mode, "back") for _ in range(presses)]
    assert again == there[-2::-1]
    assert told(mode, "back") == ["back: this is the beginning"]
    assert mode.session.timeline.E.tolist() == start[0].tolist()
    assert mode.session.timeline.Ep.tolist() == start[1].tolist()


@pytest.mark.parametrize("name", example_names())
def test_show_step_is_what_the_command_step_prints(name: str) -> None:
    printed = program(["step", "--example", name]).stdout.decode()
    wanted = [line for line in printed.splitlines() if line.strip()]
    assert told(line_mode(example=name), "show step") == wanted


def test_a_text_opens_on_the_update_that_step_prints(tmp_path: Path) -> None:
    text = tmp_path / "t.txt"
    text.write_text("the sea is wide\nthe ship is on the sea\n")
    options = ["--text", str(text), "--center", "ship", "--seed", "5"]
    printed = program(["step", *options]).stdout.decode()
    shown = program(["--plain", *options], b"show step\n").stdout.decode()
    # A pair that was asked for is chosen here, so that it stays; all numbers are the same.
    numbers = [line for line in printed[printed.index("1 Dot") :].splitlines() if line.strip()]
    answers = [line.split(": ", 1)[1] for line in shown.splitlines() if not line.startswith(">")]
    assert len(numbers) > 30
    assert answers[-len(numbers) :] == numbers


def test_moves_count_updates_from_1() -> None:
    mode = line_mode()
    assert told(mode, "step 500")[-1].startswith("select: update 501, ")
    assert told(mode, "go 12")[-1].startswith("select: update 12, ")
    assert told(mode, "until 38")[0] == "until 38: at update 38, after 26"
    assert told(mode, "back until 3")[0] == "back until 3: at update 3, 35 back"
    assert told(mode, "step -2")[0] == "step: 2 updates back"
    assert told(mode, "go 0")[0].startswith("error: 0 is not in 1 to ")


def test_play_says_ten_lines_and_where_it_stands() -> None:
    mode = line_mode()
    lines = told(mode, "play 1000")
    assert len(lines) == 11
    assert lines[9].startswith("play: 1000 of 1000 updates made, loss of update 1000 ")
    assert lines[10].startswith("select: update 1001, ")
    assert len(told(mode, "play 7")) == 8


def test_until_and_back_until_find_the_same_updates() -> None:
    mode = line_mode()
    told(mode, "drawn")
    found = []
    for _ in range(4):
        assert "at update" in told(mode, "until collision")[0]
        found.append(mode.session.update)
        trace = mode.session.trace
        assert trace.target in trace.negatives
    for update in found[-2::-1]:
        told(mode, "back until collision")
        assert mode.session.update == update


def test_until_loss_stands_before_such_an_update() -> None:
    mode = line_mode()
    told(mode, "drawn", "until loss > 3.5")
    assert mode.session.trace.loss > 3.5
    told(mode, "until loss<3")
    assert mode.session.trace.loss < 3
    told(mode, "until word mat")
    trace = mode.session.trace
    mat = mode.session.words.index("mat")
    assert mat in (trace.center, *trace.rows.tolist())
    assert told(mode, "until loss > 99")[0] == "until loss > 99: not in the next 300 updates"


def test_every_edit_is_said_undone_and_redone() -> None:
    mode = line_mode()
    edits = {
        "lr 0.05": "lr 0.05",
        "k 3": "k 3",
        "center mat": "center mat, target on, negatives cat mat",
        "target the": "center mat, target the, negatives cat mat",
        "negatives cat cat": "center mat, target the, negatives cat cat",
        "negatives none": "center mat, target the, no negatives",
        "negatives drawn": "center mat, target the, negatives drawn",
        "power 0.5": "policy article, power 0.5",
        "collision skip": "policy article, power 0.5, collision skip",
        "range stop": "policy article, power 0.5, collision skip, range stop",
        "bound 5": "policy article, power 0.5, collision skip, range stop, bound 5",
        "policy gensim": "policy gensim",
        "set E sat 2 0.9": "E sat 2 = 0.9",
        "drawn": "pairs drawn",
    }
    for command, said in edits.items():
        told(mode, "step")
        assert told(mode, command)[0] == f"edit: {said}, from update {mode.session.update + 1} on"
    after = mode.session.timeline.edits
    tables = mode.session.timeline.E.copy()
    for said in reversed(edits.values()):
        assert told(mode, "undo")[0] == f"undo: {said} is taken back"
    assert told(mode, "undo") == ["undo: nothing was changed here"]
    assert mode.session.timeline.edits == ()
    for said in edits.values():
        assert told(mode, "redo")[0] == f"redo: {said} holds again"
    assert mode.session.timeline.edits == after
    assert mode.session.timeline.E.tolist() == tables.tolist()


def test_a_component_is_counted_from_1() -> None:
    mode = line_mode()
    told(mode, "set Ep cat 3 -0.75")
    assert mode.session.timeline.Ep[1, 2] == -0.75
    assert told(mode, "set E cat 0 1")[0].startswith("error: 0 is not in 1 to 3")
    assert told(mode, "set E cat 4 1")[0].startswith("error: 4 is not in 1 to 3")


def test_an_edit_in_the_past_says_what_it_drops() -> None:
    mode = line_mode()
    lines = told(mode, "step 9", "back 1", "go 4", "lr 0.3")
    assert "edit: 6 updates ahead are dropped; undo brings them back" in lines
    told(mode, "undo")
    assert mode.session.timeline.length == 9


def test_an_update_that_cannot_be_made_is_said_and_can_be_left() -> None:
    mode = line_mode()
    told(mode, "set E sat 1 1e200", "set Ep on 1 1e200")
    for command in ("update", "step", "play 5", "until loss > 1"):
        lines = told(mode, command)
        assert any("overflow" in line for line in lines), (command, lines)
    told(mode, "undo", "undo")
    assert told(mode, "update")[-1].startswith("check: loss 1.9512")


def test_seeds_and_sources_keep_their_runs() -> None:
    mode = line_mode()
    told(mode, "step 5", "lr 0.2")
    assert told(mode, "seed 7")[0] == "seed 7: a new run; the other one is kept"
    assert told(mode, "step 2")[-1].startswith("select: update 3")
    lines = told(mode, "seed 1")
    assert lines[0] == "seed 1: the run that was left before"
    assert lines[1].startswith("select: update 6")
    assert told(mode, "open repeat")[0] == "open: repeat"
    assert told(mode, "open worked")[0] == "open: worked, where it was left"
    assert mode.session.update == 5
    assert mode.session.timeline.edits != ()


def test_tables_rows_and_neighbors(tmp_path: Path) -> None:
    mode = line_mode()
    lines = told(mode, "show tables")
    assert len(lines) == 10
    assert lines[4] == "E sat: 0.3300 -0.2700 0.8400"
    found = told(mode, "neighbors cat")
    E = mode.session.timeline.E
    cosines = E @ E[1] / (np.linalg.norm(E, axis=1) * np.linalg.norm(E[1]))
    order = [row for row in np.argsort(-cosines) if row != 1]
    assert found == [
        f"neighbor {place} of cat: {mode.session.words[row]}, cosine {cosines[row]:.4f}"
        for place, row in enumerate(order, 1)
    ]
    text = tmp_path / "many.txt"
    text.write_text(" ".join(f"word{i}" for i in range(60)))
    lines = told(line_mode(text=str(text)), "show tables")
    assert lines[-1].endswith("of 120 rows, those that this update reads")
    assert len(lines) < 10


def test_a_word_without_a_direction_has_no_neighbors() -> None:
    mode = line_mode()
    told(mode, "set E cat 1 0", "set E cat 2 0", "set E cat 3 0")
    assert told(mode, "neighbors cat") == [
        "neighbors: cat has none; its row is 0, or all others are"
    ]
    assert "cat" not in " ".join(line.split(": ")[1] for line in told(mode, "neighbors sat"))


def test_digits_all_shows_every_digit() -> None:
    mode = line_mode()
    told(mode, "update", "digits all")
    trace = mode.session.trace
    last = told(mode, "show stage")[-1]
    assert repr(trace.loss) in last
    assert repr(trace.loss_after_simultaneous) in last
    told(mode, "digits 2")
    assert told(mode, "show stage")[-1].startswith("check: loss 1.95 -> 1.92 ")


def test_policies_say_what_they_do() -> None:
    mode = line_mode(example="collision", policy="gensim")
    text = "\n".join(told(mode, "next 40"))
    assert "sigmoid on #2: skipped, it equals the target" in text
    assert "loss on #2: 0, skipped" in text
    assert "error on #2: 0, skipped" in text
    assert "; exact " in text
    mode = line_mode()
    text = "\n".join(told(mode, "set E sat 1 50", "range saturate", "next 40"))
    assert "; beyond +-6 it is taken as 0 or 1" in text
    text = "\n".join(told(mode, "go 1", "range stop", "next 40"))
    assert "; from +-6 on there is no update" in text
    assert "error on: 0, out of range" in text
    mode = line_mode(example="repeat", order="sequential")
    assert "; its row has changed since z = 0.2580" in "\n".join(told(mode, "next 40"))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("nxt", "error: there is no command nxt; try next, or help"),
        ("xyzzy", "error: there is no command xyzzy; help lists them"),
        ("lr", "error: it takes one number; for example: lr 0.05"),
        ("lr fast", "error: fast is no number; for example: lr 0.05"),
        ("lr -1", "error: lr must be a finite number of at least 0, got -1.0"),
        ("k 1.5", "error: 1.5 is no whole number; for example: k 3"),
        ("lr 1e999", "error: 1e999 is too large; for example: lr 0.05"),
        ("lr nan", "error: nan is no number; for example: lr 0.05"),
        ("step 9999999999", "error: 9999999999 is not in -1000000000 to 1000000; "),
        ("center", "error: it takes one word; for example: center sat"),
        ("center cot", "error: 'cot' is not among the 5 words; the nearest are: cat"),
        ("policy gensin", "error: there is no policy gensin; there are article, "),
        ("collision maybe", "error: collision must be one of keep, skip, redraw, got 'maybe'"),
        ("set E sat 2", "error: it takes a table, a word, a component and a number; for "),
        ("set F sat 2 1", "error: table must be E or Ep, got F"),
        ("until", "error: it takes an event: collision, loss > 2, word cat, neighbor cat, "),
        ("until loss = 2", "error: it takes an event: "),
        ("until neighbor dog", "error: 'dog' is not among the 5 words"),
        ("back until 900", "error: update 900 lies ahead; say until 900, or go 900"),
        ("show me", "error: it takes pair, stage, step, tables, settings or edits; for example: "),
        ("help sigmod", "error: there is no help about sigmod; try sigmoid"),
        ("load nowhere.json", "error: nowhere.json does not exist; check the name"),
        ("open nowhere.txt", "error: nowhere.txt does not exist; check the name of the file"),
        ("open -", "error: commands come from standard input; name a file"),
        ("undo", "undo: nothing was changed here"),
        ("x" * (MAX_LINE + 1), "error: a line has at most 10000 characters"),
    ],
)
def test_what_cannot_be_done_is_one_line(line: str, answer: str) -> None:
    mode = line_mode()
    lines = told(mode, line)
    assert len(lines) == 1
    assert lines[0].startswith(answer)
    assert mode.session.timeline.edits == ()
    assert mode.session.update == 0


def test_blank_lines_and_remarks_say_nothing() -> None:
    assert told(line_mode(), "", "   ", "# a remark", "#next") == []


def test_every_example_of_a_command_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told(line_mode(), "save a.json")
    for name, command in COMMANDS.items():
        mode = line_mode()
        told(mode, "step 3")
        lines = told(mode, command.example + (" --force" if name == "save" else ""))
        assert lines, name
        assert not any(line.startswith("error") for line in lines), (name, lines)


def test_help_lists_every_command_and_explains_every_idea() -> None:
    mode = line_mode()
    listed = told(mode, "help")
    assert len(listed) == len(COMMANDS) + 1
    for command in COMMANDS.values():
        assert any(line.startswith(f"{command.usage}: ") for line in listed)
    for word in CONCEPTS:
        lines = told(mode, f"help {word}")
        assert [line.split(":")[0] for line in lines[-4:]] == [word, "read", "try", "beware"]
    assert not any(
        line.startswith("error") for word in COMMANDS for line in told(mode, f"help {word}")
    )
    assert set(ALIASES.values()) <= set(COMMANDS)


def test_each_idea_names_a_command_to_try() -> None:
    for word, concept in CONCEPTS.items():
        typed = concept.trying.replace(",", " ").replace(":", " ").split()
        assert set(typed) & set(COMMANDS), word


def test_completion_offers_commands_words_and_choices() -> None:
    mode = line_mode()
    assert completions(mode, "", "ne") == ["next", "negatives", "neighbors"]
    assert completions(mode, "center ", "s") == ["sat"]
    assert completions(mode, "until ", "c") == ["collision", "cat"]
    assert completions(mode, "collision ", "") == ["keep", "skip", "redraw"]
    assert completions(mode, "policy ", "g") == ["gensim"]
    assert completions(mode, "nonsense ", "") == []
    assert "sigmoid" in completions(mode, "help ", "sig")


def test_words_are_shown_as_signs_and_never_obeyed(tmp_path: Path) -> None:
    model = tmp_path / "m.json"
    evil = "\\u001b[2Ja\\u202eb"
    model.write_text(
        f'{{"words": ["{evil}", "Q R"], "E": [[1], [2]], "Ep": [[1], [2]], '
        '"center": "Q R", "target": "Q R"}'
    )
    mode = line_mode(model=str(model), k=2)
    out = transcript(mode, 'next\nupdate\nshow tables\nneighbors "Q R"\ncenter "Q R"\nshow step\n')
    assert "\u241b[2Ja\\u202eb" in out
    assert all(c == "\n" or c.isprintable() for c in out)
    assert "edit: center Q R, target Q R" in out
    plain = transcript(line_mode(model=str(model), k=2, ascii_only=True), "show tables\n")
    assert plain.isascii()
    assert "\\u001b[2Ja\\u202eb" in plain


def test_a_pair_chosen_where_the_text_has_none_is_shown_whole() -> None:
    session = open_session(SourceOptions(sentence="cat"), center="cat", target="cat")
    assert any(line.startswith("1 Dot product") for line in told(LineMode(session), "show step"))


def test_options_choose_the_first_pair_and_are_saved_as_an_edit() -> None:
    options = SourceOptions()
    session = open_session(options, center="mat", target="the", negatives=("cat",))
    assert told(LineMode(session), "show pair")[-1] == (
        "select: update 1, center mat, target the (chosen), negatives cat (chosen)"
    )
    assert len(session.timeline.edits) == 1
    assert not session.timeline.can_undo
