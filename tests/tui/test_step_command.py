"""`sgns-tui step` as text: the published figures, what is marked, and how wide it is."""

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from tests.tui.models import EXAMPLES, HOSTILE_WORDS, PRESETS, write_model, write_text
from tests.tui.running import Outcome, run_here

GOLDEN = Path(__file__).parent / "golden" / "step_worked.txt"


def step(*arguments: str | Path) -> Outcome:
    outcome = run_here("step", *arguments)
    assert (outcome.status, outcome.err) == (0, "")
    return outcome


def section(outcome: Outcome, number: int) -> list[str]:
    """Return the lines of a numbered section, its heading first."""
    lines = outcome.lines
    start = next(i for i, line in enumerate(lines) if line.startswith(f"{number} "))
    ends = [i for i, line in enumerate(lines) if line.startswith(f"{number + 1} ")]
    return lines[start : ends[0] if ends else len(lines)]


def cells(line: str) -> list[str]:
    return line.split()


# ---- the worked example


def test_the_worked_example_is_printed_as_it_was() -> None:
    assert step().out == GOLDEN.read_text(encoding="utf-8")


def test_without_a_command_the_worked_example_is_printed() -> None:
    assert run_here().out == step().out == step("--example", "worked").out


def test_the_published_figures_stand_where_they_belong() -> None:
    outcome = step()
    loss, gradient, update, check = (section(outcome, n) for n in (2, 3, 4, 5))
    assert next(cells(line) for line in loss if line.startswith("  sum"))[-1] == "1.9512"
    assert next(cells(line) for line in loss if line.startswith("  - mat"))[4] == "0.5641"
    assert cells(next(line for line in gradient if line.startswith("  dL/dv_c  "))) == [
        "dL/dv_c", "-0.0435", "0.5269", "0.0717",
    ]  # fmt: skip
    assert cells(next(line for line in update if "after " in line and "0.33" in line)) == [
        "after", "0.3344", "-0.3227", "0.8328",
    ]  # fmt: skip
    assert [cells(line)[-2:] for line in check[2:4]] == [
        ["1.9229", "-0.0283"],
        ["1.8626", "-0.0886"],
    ]


def test_the_reconstruction_is_mentioned_where_the_output_table_is_one() -> None:
    assert "reconstruction" in step().out
    assert "reconstruction" not in step("--example", "pair").out


def test_words_stand_for_indices_and_formulas_over_numbers() -> None:
    outcome = step()
    for n, formula in [
        (1, "z = v_c . v'_w"),
        (2, "sigma(z) = 1 / (1 + e^-z)"),
        (3, "error = sigma - y"),
        (4, "after = before - lr x gradient, lr = 0.1"),
    ]:
        assert formula in section(outcome, n)[0]
    assert "sigma(-z) = 1 - sigma(z)" in outcome.out
    assert "  + on " in outcome.out
    assert "  - mat " in outcome.out
    assert "P(all right) = 0.5447 x 0.5986 x 0.4359 = 0.1421; -log of it: 1.9512, the sum" in (
        outcome.out
    )


def test_the_lengths_of_the_two_moves_are_given_by_their_formula() -> None:
    text = step().out
    assert "v'_t moves by lr (1 - sigma_t) |v_c| = 0.1 x 0.4553 x 0.9420 = 0.0429" in text
    assert "v_c moves by lr (1 - sigma_t) |v'_t| = 0.1 x 0.4553 x 0.7243 = 0.0330" in text


def test_only_the_largest_loss_term_is_marked() -> None:
    marked = [line for line in section(step(), 2) if "<- largest" in line]
    assert len(marked) == 1
    assert cells(marked[0])[:2] == ["-", "mat"]


def test_negatives_that_are_true_contexts_of_the_center_are_marked() -> None:
    outcome = step()  # the cat [sat] >on< the mat, window 2: mat is no context of sat
    assert "negatives cat~ mat (chosen)" in outcome.out
    assert "~      a negative that is a true context of sat in the text" in outcome.lines
    wider = step("--window", "3")
    assert "negatives cat~ mat~ (chosen)" in wider.out
    assert "~" not in step("--negative", "mat").out


def test_columns_end_at_one_cell() -> None:
    for n in (1, 3, 4):
        numbers = [line for line in section(step(), n) if line.startswith("  ") and "0." in line]
        numbers = [line for line in numbers if " moves by " not in line and "cosine" not in line]
        ends = {
            tuple(
                i
                for i in range(len(line))
                if line[i].isdigit() and line[i + 1 : i + 2] in ("", " ")
            )
            for line in numbers[:4]
        }
        widest = max(ends, key=len)
        assert all(set(end) <= set(widest) for end in ends)


# ---- checks


def test_check_puts_a_central_difference_beside_every_component() -> None:
    differences = section(step("--check"), 6)
    analytic = [cells(line)[-3:] for line in differences if "analytic" in line]
    numeric = [cells(line)[-3:] for line in differences if "numeric" in line]
    assert len(analytic) == len(numeric) == 4
    for one, other in zip(analytic, numeric, strict=True):
        assert [float(a) for a in one] == pytest.approx([float(b) for b in other], abs=1.1e-8)
    assert analytic[0] == ["-0.04350408", "0.52688502", "0.07167812"]
    assert differences[-1].startswith("  largest error ")
    assert "Finite differences" not in step().out


def test_check_names_the_policy_s_parts_that_leave_the_gradient() -> None:
    assert "by the policy's order, sigmoid." in " ".join(
        step("--example", "repeat", "--policy", "gensim", "--check").out.split()
    )
    assert "policy's order" not in step("--example", "repeat", "--check").out


# ---- repeats and collisions


def test_a_repeated_negative_is_shown_each_time_and_in_sum() -> None:
    outcome = step("--example", "repeat")
    gradient = section(outcome, 3)
    each = [cells(line)[-3:] for line in gradient if line.startswith("  - mat")][:2]
    [total] = [cells(line)[-3:] for line in gradient if line.startswith("  mat, 2 times: sum")]
    assert len(each) == 2
    for one, other, both in zip(*each, total, strict=True):
        assert float(one) + float(other) == pytest.approx(float(both), abs=2e-4)
    assert sum(line.startswith("  Ep  - mat") for line in section(outcome, 4)) == 1


def test_one_after_another_shows_the_row_that_is_read_again() -> None:
    outcome = step("--example", "repeat", "--order", "sequential")
    scores = section(outcome, 1)
    start = next(i for i, line in enumerate(scores) if "read again" in line)
    again = [float(x) for x in cells(scores[start + 1])[3:]]
    row, z = again[:3], again[3]
    assert z == pytest.approx(
        sum(a * b for a, b in zip(row, [0.33, -0.27, 0.84], strict=True)), abs=2e-4
    )
    # The second error is sigma of that score, and its contribution is error times that row.
    lines = [line for line in section(outcome, 3) if line.startswith("  - mat")]
    sigma, error, *contribution = (float(x) for x in cells(lines[3])[2:])
    assert sigma == error
    assert contribution == pytest.approx([error * x for x in row], abs=2e-4)
    assert "read again" not in step("--example", "repeat").out
    assert "read again" not in step("--order", "sequential").out


@pytest.mark.parametrize("policy", ["word2vec-c", "gensim", "fasttext"])
def test_an_error_is_the_shown_sigma_less_the_label(policy: str) -> None:
    """A table's sigma is not that of the formula: the one that is used must be on the page."""
    gradient = [line for line in section(step("--policy", policy), 3) if line[2:4] in ("+ ", "- ")]
    for line in gradient[:3]:
        sign, _word, sigma, error, *_ = cells(line)
        label = 1 if sign == "+" else 0
        assert float(sigma) - label == pytest.approx(float(error), abs=1.01e-4)


def test_a_collision_counts_is_skipped_or_is_refused() -> None:
    kept = step("--example", "collision", "--collision", "keep")
    assert "  on, 2 times: sum" in kept.out
    assert "skipped" not in "\n".join(section(kept, 2))
    skipped = step("--example", "collision", "--collision", "skip")
    [line] = [line for line in section(skipped, 2) if line.startswith("  - on")]
    assert cells(line)[-2:] == ["0.0000", "skipped"]
    assert "skipped: it equals the target" in skipped.out
    assert cells(next(x for x in section(skipped, 3) if x.startswith("  - on")))[-1] == "0.0000"
    refused = run_here("step", "--example", "collision", "--collision", "redraw")
    assert (refused.status, refused.out) == (2, "")
    assert "on is target and negative" in refused.err


def test_a_clipped_term_is_marked_beside_the_largest(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.json", ["a", "b", "c"], scale=30, d=2)
    outcome = step("--model", model, "--policy", "gensim")
    assert "clipped: from +-6 on there is no update" in " ".join(outcome.out.split())
    assert any(line.rstrip().endswith("max clipped") for line in section(outcome, 2))
    saturated = step("--model", model, "--policy", "word2vec-c")
    assert "clipped: beyond +-6 the update takes sigma as 0 or 1" in saturated.out


def test_a_step_too_long_says_that_the_loss_rose() -> None:
    assert "made the loss rise" in step("--example", "overshoot").out
    assert "made the loss rise" not in step().out


# ---- texts


def test_without_a_center_a_text_s_first_pair_and_k_draws_are_taken(tmp_path: Path) -> None:
    text = write_text(tmp_path / "my.txt", "ship sails sea\nking of the sea\n")
    outcome = step("--text", text)
    assert "text   [ship] >sails< sea" in outcome.lines
    assert "center ship, target sails (from the text); negatives" in outcome.out
    assert "(drawn)" in outcome.out
    assert "| k 5 |" in outcome.lines[0] + " " + outcome.lines[1]
    assert step("--text", text).out == outcome.out
    assert step("--text", text, "--seed", "2").out != outcome.out


def test_the_words_that_are_named_are_taken(tmp_path: Path) -> None:
    text = write_text(tmp_path / "my.txt", "the ship sails the sea\nthe king rules\n")
    outcome = step(
        "--text", text, "--center", "ship", "--target", "sea", "--negative", "king",
        "--negative", "sea", "--check",
    )  # fmt: skip
    assert "center ship, target sea (chosen); negatives king sea= (chosen)" in outcome.out
    assert "  sea, 2 times: sum" in outcome.out
    assert "Finite differences" in outcome.out


def test_a_chosen_pair_needs_no_sentence(tmp_path: Path) -> None:
    text = write_text(tmp_path / "my.txt", "king\nsea\nship\n")
    outcome = step("--text", text, "--center", "king", "--target", "sea", "--negative", "ship")
    assert "center king, target sea (chosen); negatives ship (chosen)" in outcome.out
    model = write_model(tmp_path / "m.json", ["a", "b", "c"], text="something else")
    assert "center a, target b (chosen)" in step("--model", model).out


def test_standard_input_is_a_text() -> None:
    outcome = run_here("step", "--text", "-", stdin=b"the sea\n")
    assert outcome.status == 0
    assert outcome.out.startswith("standard input | update 1 |")


@pytest.mark.parametrize("k", ["0", "1", "30"])
def test_k_negatives_are_drawn(k: str) -> None:
    outcome = step("--k", k)
    assert f"| k {k} |" in outcome.lines[0]
    drawn = [line for line in section(outcome, 2) if line.startswith("  - ")]
    assert len(drawn) == int(k)
    assert ("no negatives" in outcome.out) == (k == "0")


def test_a_first_step_from_zero_says_what_stays(tmp_path: Path) -> None:
    text = write_text(tmp_path / "my.txt", "the ship sails the sea\n")
    outcome = step("--text", text, "--policy", "word2vec-c")
    assert "the output rows are all 0: this step leaves the center's row as it is" in outcome.out


# ---- width


def too_wide(outcome: Outcome) -> list[str]:
    return [line for line in outcome.lines if cell_len(line) > 80]


@pytest.mark.parametrize("policy", PRESETS)
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_fits_80_cells(example: str, policy: str) -> None:
    keep = ["--collision", "keep"] if policy == "fasttext" else []
    outcome = step("--check", "--example", example, "--policy", policy, *keep)
    assert too_wide(outcome) == []
    assert all(line == line.rstrip() for line in outcome.lines)


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 6, 7, 8, 50, 300])
def test_texts_fit_80_cells_whatever_their_words(d: int, tmp_path: Path) -> None:
    text = write_text(
        tmp_path / f"{'name' * 30}.txt",
        "extraordinarily "
        + "海" * 21
        + " sea donaudampfschifffahrtsgesellschaft\n"
        + "x" * 300
        + " sea " * 60,
    )
    for more in ([], ["--k", "20"], ["--center", "x" * 300], ["--center", "海" * 21]):
        assert too_wide(step("--text", text, "--dim", str(d), "--check", *more)) == []


@pytest.mark.parametrize("scale", [10, 1000, 900_000, 1e100])
@pytest.mark.parametrize("d", [1, 3, 8, 300])
def test_models_fit_80_cells_whatever_their_numbers(d: int, scale: float, tmp_path: Path) -> None:
    words = ["extraordinarily-long", "海" * 30, "\x1b" * 20]
    model = write_model(
        tmp_path / "m.json", words, d=d, scale=scale, negatives=[*words[1:], words[2]]
    )
    for policy in ("article", "gensim"):
        outcome = step("--model", model, "--check", "--policy", policy, "--lr", "0.123456789012")
        assert too_wide(outcome) == []


def test_as_many_components_are_shown_as_fit(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.json", ["a", "b", "c"], d=6, scale=0.5)
    outcome = step("--model", model, "--check")
    for n in (1, 3, 4):
        assert "more.." not in "\n".join(section(outcome, n))
    wide = step("--model", write_model(tmp_path / "n.json", ["a", "b", "c"], d=50))
    for n in (1, 3, 4):
        head = section(wide, n)[1].split()
        hidden = next(int(cell.removeprefix("..")) for cell in head if cell.startswith(".."))
        shown = [int(cell) for cell in head if cell.isdecimal()]
        assert len(shown) + hidden == 50
        assert shown[0] == 1
        assert shown[-1] == 50


# ---- words of others


def test_hostile_words_are_printed_as_signs(tmp_path: Path) -> None:
    outcome = step("--model", write_model(tmp_path / "m.json", HOSTILE_WORDS), "--check")
    assert set(map(ord, outcome.out)) & {*range(10), *range(11, 32), *range(127, 160)} == set()
    assert "\u202e" not in outcome.out
    assert "␛]0;title␇" in outcome.out
    assert "[bold red]b[/]" in outcome.out


def test_an_ascii_terminal_gets_ascii(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.json", ["море", "海", "é"])
    outcome = run_here("step", "--model", model, encoding="ascii")
    assert outcome.status == 0
    assert outcome.out.isascii()
    assert "\\u6d77" in outcome.out
    assert "\\u00e9" in outcome.out
    assert too_wide(outcome) == []


def test_rows_whose_squares_overflow_keep_their_lengths(tmp_path: Path) -> None:
    rows: dict[str, Any] = {"E": [[3e200, 4e200], [0, 0]], "Ep": [[0, 0], [6e-200, 8e-200]]}
    outcome = step("--model", write_model(tmp_path / "m.json", ["a", "b"], **rows), "--lr", "0")
    assert "x 5.00e+200 = 0.0000" in outcome.out
    assert "x 1.00e-199 = 0.0000" in outcome.out
