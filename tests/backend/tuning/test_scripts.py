"""Scripts ask for trials, report and finish; a silent one loses its trial, which counts once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.tuning.models import Study, Trial
from backend.tuning.services.progress import advance
from tests.backend.conftest import World, ok
from tests.backend.tuning.test_progress import propose
from tests.backend.tuning.test_studies import of


@pytest.fixture
def study(world: World, api: APIClient) -> Study:
    """A search for scripts with two trials that wait."""
    body = {
        "project_id": str(world.project.id),
        "name": "By hand",
        "metric": "loss",
        "direction": "minimize",
        "space": of("label_smoothing", low=0, high=1),
        "first": {"label_smoothing": 0.5},
        "pruner": {"kind": "median", "num_startup_trials": 1},
        "num_parallel": 2,
        "max_trials": 3,
    }
    made = ok(api.post("/api/v1/studies/scripted", body), 202)
    found = Study.objects.get(id=made["id"])
    assert propose(found) == [0, 1]
    return found


def ask(api: APIClient, study: Study) -> dict[str, Any]:
    """Ask for a trial."""
    return dict(ok(api.post(f"/api/v1/studies/{study.id}/ask")))


def tell(api: APIClient, study: Study, asked: dict[str, Any], action: str, **fields: Any) -> Any:
    """Report on a trial, or finish it."""
    address = f"/api/v1/studies/{study.id}/trials/{asked['trial']['number']}/{action}"
    return api.post(address, {"lease": asked["lease"], **fields})


def test_each_script_gets_a_trial_of_its_own(api: APIClient, study: Study) -> None:
    one, other = ask(api, study), ask(api, study)
    assert (one["trial"]["number"], other["trial"]["number"]) == (0, 1)
    assert ask(api, study)["trial"] is None
    assert ok(tell(api, study, one, "report", step=1, score=0.4)) == {"should_stop": False}
    assert ok(tell(api, study, other, "report", step=1, score=0.9)) == {"should_stop": True}
    assert ok(tell(api, study, other, "finish"))["state"] == "pruned"
    done = ok(tell(api, study, one, "finish"))
    assert (done["state"], done["score"], done["curve"]) == ("complete", 0.4, [[1, 0.4]])
    assert ok(tell(api, study, one, "finish")) == done | {"seconds": done["seconds"]}
    assert propose(study) == [2]
    last = ask(api, study)
    failed = ok(tell(api, study, last, "finish", error="ValueError: no such file"))
    assert (failed["state"], failed["error"]["code"]) == ("failed", "script_failed")
    assert ask(api, study) == {
        "trial": None, "lease": None, "lease_seconds": 90.0, "is_over": True,
    }  # fmt: skip


def test_a_script_that_names_no_first_settings_is_given_every_parameter_from_the_first_trial_on(
    world: World, api: APIClient
) -> None:
    body = {
        "project_id": str(world.project.id),
        "name": "By hand",
        "metric": "loss",
        "direction": "minimize",
        "space": of("label_smoothing", low=0, high=1),
        "max_trials": 2,
    }
    study = Study.objects.get(id=ok(api.post("/api/v1/studies/scripted", body), 202)["id"])
    assert propose(study) == [0]

    assert set(ask(api, study)["trial"]["settings"]) == {"label_smoothing"}


def test_a_silent_script_loses_its_trial_which_is_tried_once_more(
    api: APIClient, study: Study
) -> None:
    first = ask(api, study)
    for attempt in (1, 2):
        past = timezone.now() - timedelta(seconds=1)
        Trial.objects.filter(study=study, number=0).update(lease_until=past)
        advance(study_id=study.id)
        trial = study.trials.get(number=0)
        assert trial.attempts == attempt
        if attempt == 1:
            assert trial.state == "queued"
            late = tell(api, study, first, "report", step=2, score=0.1)
            assert (late.status_code, late.json()["code"]) == (409, "trial_lease_lost")
            assert ask(api, study)["trial"]["number"] == 0
    assert (trial.state, trial.error_code) == ("failed", "trial_lost")
    assert study.trials.count() == 2


def test_a_script_learns_that_the_search_was_stopped(api: APIClient, study: Study) -> None:
    asked = ask(api, study)
    ok(api.post(f"/api/v1/studies/{study.id}/stop"), 202)
    assert ok(tell(api, study, asked, "report")) == {"should_stop": True}
    assert ok(tell(api, study, asked, "finish", score=0.1))["state"] == "cancelled"
    refused = api.post(f"/api/v1/studies/{study.id}/trials/0/train", {})
    assert refused.json()["code"] == "study_is_scripted"
