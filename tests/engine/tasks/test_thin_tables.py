"""Tables that hardly hold anything to learn end with an error that says what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import DataError
from engine.specs.parse import parse_training_spec
from tests.engine.runs import train

BACKBONES = ("linear", "lightgbm", "random_forest", "neighbours", "mlp")
OPTIONS = {
    "target": "answer",
    "accepted": ["problem_guessed", "rows_without_target"],
    "folds": 3,
    "num_trials": 1,
    "max_trees": 10,
    "max_epochs": 1,
}


def table(answers: list[str], **columns: list[str]) -> str:
    """Return a table whose sizes tell nothing, with the further columns."""
    names = ["size", "width", *columns, "answer"]
    sizes = [f"{(n * 7) % 11}.5" for n in range(len(answers))]
    empty = ["" for _ in answers]
    rows = zip(sizes, empty, *columns.values(), answers, strict=True)
    return "\n".join([",".join(names), *map(",".join, rows), ""])


def part(n: int) -> str:
    return ("train", "train", "train", "validation", "test")[n % 5]


def turns(n: int, of: str = "ab") -> list[str]:
    return [of[i % len(of)] for i in range(n)]


def only_in_training(held_out: str) -> list[str]:
    return ["same" if part(n) == "train" else held_out for n in range(40)]


PARTS = {"part": [part(n) for n in range(40)]}
SPLIT = {"split_column": "part"}
DAYS = {"day": [f"2024-01-{1 + n // 2:02d}" for n in range(60)]}
REFUSED: dict[str, tuple[Callable[[], str], dict[str, object], str]] = {
    "one class": (lambda: table(["yes"] * 30), {}, "target_constant"),
    "one class in training": (
        lambda: table(only_in_training("other"), **PARTS),
        SPLIT,
        "train_target_constant",
    ),
    "one value in training": (
        lambda: table([x.replace("same", "4").replace("other", "5") for x in only_in_training("5")],
                      **PARTS),
        {**SPLIT, "problem": "regression"},
        "train_target_constant",
    ),
    "no answer": (lambda: table(["NaN"] * 30), {}, "rows_without_target"),
    "two answers": (lambda: table(["a", "b", *["NaN"] * 28]), {}, "rows_too_few"),
    "one row": (lambda: table(["a"]), {}, "target_constant"),
    "four rows": (lambda: table(turns(4)), {}, "rows_too_few"),
    "one group": (
        lambda: table(turns(30), person=["same"] * 30),
        {"group_column": "person"},
        "folds_impossible",
    ),
    "numbers beyond all bounds": (
        lambda: table([f"1e{250 + n}" for n in range(30)]),
        {"problem": "regression"},
        "target_too_large",
    ),
}  # fmt: skip
LEARNT: dict[str, tuple[Callable[[], str], dict[str, object]]] = {
    "a class of one row": (lambda: table([*turns(40), "c"]), {}),
    "a class for each group": (
        lambda: table(turns(60), person=turns(60, "uvwxyz")),
        {"group_column": "person"},
    ),
    "fewer rows of each class than folds": (
        lambda: table(turns(24, "abcdefghijkl"), person=turns(24, "uvwxyz")),
        {"group_column": "person", "folds": 5},
    ),
    "one class in the oldest rows": (
        lambda: table(["a"] * 35 + turns(25), **DAYS),
        {"time_column": "day"},
    ),
}


def run(tmp_path: Path, text: str, backbone: str, options: dict[str, object]) -> None:
    (tmp_path / "t.csv").write_text(text)
    document = {
        "run_id": "run",
        "task": "tabular.prediction",
        "backbone": backbone,
        "data": {"kind": "files", "format": "table", "root": str(tmp_path / "t.csv")},
        "options": {**OPTIONS, **options},
        "resources": {"num_threads": 1},
    }
    train(parse_training_spec(document), tmp_path)


@pytest.mark.parametrize("name", REFUSED)
def test_a_table_with_nothing_to_learn_is_refused_by_name(name: str, tmp_path: Path) -> None:
    make, options, code = REFUSED[name]
    with pytest.raises(DataError) as refused:
        run(tmp_path, make(), "linear", options)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize("backbone", BACKBONES)
@pytest.mark.parametrize("name", LEARNT)
def test_a_thin_class_is_learnt_from_by_every_learner(
    name: str, backbone: str, tmp_path: Path
) -> None:
    make, options = LEARNT[name]
    run(tmp_path, make(), backbone, options)
