"""How much a parameter matters is told from the trials that are complete."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from engine.cli import main
from engine.specs.tuning.search_space import Choices, Condition, FloatRange, Parameter, SearchSpace
from engine.specs.tuning.study import PROPOSAL_FILE, ProposalSpec, RandomSearch, StudySpec, Trial
from engine.tuning.importances import MIN_TRIALS, importances

SPACE = SearchSpace(
    parameters=(
        Parameter(name="rate", range=FloatRange(low=1e-4, high=1.0, log=True)),
        Parameter(name="kind", range=Choices(values=("plain", "deep"))),
        Parameter(
            name="depth",
            range=FloatRange(low=0, high=1),
            when=Condition(parameter="kind", values=("deep",)),
        ),
    )
)


def trials(num: int) -> list[Trial]:
    """Return trials whose score is that of their rate, and a little of their kind."""
    random = np.random.default_rng(0)
    result = []
    for number in range(num):
        rate, kind = float(10 ** -random.uniform(0, 4)), str(random.choice(["plain", "deep"]))
        settings = {"rate": rate, "kind": kind}
        if kind == "deep":
            settings["depth"] = float(random.random())
        score = -abs(math.log10(rate) + 2) + (0.2 if kind == "deep" else 0.0)
        result.append(Trial(number=number, settings=settings, state="complete", score=score))
    return result


def test_what_makes_scores_differ_matters_most() -> None:
    found = importances(SPACE, trials(40))
    assert next(iter(found)) == "rate"
    assert found["rate"] > 0.7
    assert set(found) == {"rate", "kind", "depth"}
    assert sum(found.values()) == pytest.approx(1.0)


def test_little_is_known_from_few_trials_or_from_equal_ones() -> None:
    assert importances(SPACE, trials(MIN_TRIALS - 1)) == {}
    equal = [one.model_copy(update={"score": 0.5}) for one in trials(20)]
    assert importances(SPACE, equal) == {}
    failed = [one.model_copy(update={"state": "failed"}) for one in trials(20)]
    assert importances(SPACE, failed) == {}


def test_a_proposal_is_left_in_a_work_folder_with_its_events(tmp_path: Path) -> None:
    study = StudySpec(space=SPACE, direction="maximize", sampler=RandomSearch())
    spec = tmp_path / "spec.json"
    request = ProposalSpec(
        study=study, trials=tuple(trials(10)), numbers=(10, 11), wants_importances=True
    )
    spec.write_text(request.model_dump_json())
    work = tmp_path / "work"
    assert main(["propose", "--spec", str(spec), "--work", str(work)]) == 0
    proposal = json.loads((work / PROPOSAL_FILE).read_text())
    assert len(proposal["settings"]) == 2
    assert set(proposal["importances"]) == {"rate", "kind", "depth"}
    last = (work / "events.jsonl").read_text().splitlines()[-1]
    assert json.loads(last)["status"] == "succeeded"
