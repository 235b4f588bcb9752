"""Searches that really train networks, alone and as a population whose rounds build on another."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.workers.installation import Installation, wait_for
from tests.workers.test_studies import SPACE, search, trials_of, wait_for_end, work_of

# Rates with which four epochs are enough to learn something.
GOOD_RATES = {
    "parameters": [
        {"name": "learning_rate", "range": {"kind": "float", "low": 0.003, "high": 0.006}}
    ]
}

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def real_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation whose runs train networks."""
    made = Installation(
        tmp_path_factory.mktemp("searches"),
        EASEL_COMPUTE_SLOTS="2",
        EASEL_ENGINE_COMMAND=f"{sys.executable} -m engine",
    )
    try:
        made.start()
        yield made
    finally:
        made.close()


def first_loss(installation: Installation, trial: Any) -> float:
    """Return the training loss of a trial's first epoch."""
    lines = (work_of(installation, trial) / "events.jsonl").read_text().splitlines()
    events = [json.loads(line) for line in lines]
    return float(next(one["values"]["loss"] for one in events if one.get("split") == "train"))


# In the browser, ``end_to_end/test_search.py`` does the same.
@pytest.mark.exhaustive
def test_networks_are_searched_for_real(real_engine: Installation) -> None:
    choices = {"kind": "choices", "values": ["adamw", "sgd"]}
    space = {"parameters": [*SPACE["parameters"], {"name": "optimizer", "range": choices}]}
    study = search(
        real_engine,
        space=space,
        options={"epochs": 2, "image_size": 16, "batch_size": 8},
        sampler={"kind": "sfde"},
        data_fraction=0.8,
        max_trials=2,
    )
    study = wait_for_end(real_engine, study["id"])
    trials = trials_of(real_engine, study["id"])
    assert [trial["state"] for trial in trials] == ["complete"] * 2, trials
    assert "learning_rate" not in trials[0]["settings"]
    assert set(trials[1]["settings"]) == {"learning_rate", "optimizer"}
    runs = real_engine.get(
        f"training-runs?project={real_engine.ids['project']}&study={study['id']}"
    )["results"]
    assert {run["data_fraction"] for run in runs} == {0.8}
    listed = real_engine.get(f"training-runs?project={real_engine.ids['project']}")["results"]
    assert listed == []
    number = study["best_trial"]["number"]
    kept = real_engine.post(f"studies/{study['id']}/trials/{number}/model-version")
    assert real_engine.get(f"model-versions/{kept['model_version_id']}")["number"] == 1


def test_the_second_round_begins_with_the_weights_of_the_first(real_engine: Installation) -> None:
    study = search(
        real_engine,
        space=GOOD_RATES,
        options={"batch_size": 4, "learning_rate": 0.004, "image_size": 16},
        population={"size": 2, "interval": 4, "quantile": 0.5},
        sampler={"kind": "sfde"},
        max_trials=3,
        num_parallel=1,
    )

    def ended() -> Any:
        found = real_engine.get(f"studies/{study['id']}")
        return found if found["state"] != "running" and not found["active_trials"] else None

    # Three networks are trained, exported and checked: half a minute on a machine that has time.
    study = wait_for(ended, 540)
    assert (study["state"], study["ending"]) == ("finished", "trials")
    trials = trials_of(real_engine, study["id"])
    assert [trial["state"] for trial in trials] == ["complete"] * 3
    assert [trial["num_steps"] for trial in trials] == [4] * 3
    best = max(trials[:2], key=lambda trial: trial["score"])["number"]
    assert [trial["parent_number"] for trial in trials] == [None, None, best]
    losses = [first_loss(real_engine, trial) for trial in trials]
    assert losses[2] < 0.6 * min(losses[:2]), losses

    # What others went on from is cleared once nobody may need it, right after the end is recorded.
    def cleared() -> bool:
        kept = [one["number"] for one in trials if (work_of(real_engine, one) / "package").exists()]
        return kept == [study["best_trial"]["number"]]

    wait_for(cleared, 30)
