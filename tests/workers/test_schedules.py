"""A worker begins what is due, and predicts it."""

from __future__ import annotations

import pytest

from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(120)

MAKE_DUE = """
from django.utils import timezone
from backend.schedules.models import Schedule
Schedule.objects.update(next_at=timezone.now())
"""


def test_what_is_due_is_predicted_once(installation: Installation) -> None:
    run = installation.wait_for_run(installation.train(steps=2, seed=5)["id"], "succeeded")
    project = installation.ids["project"]
    dataset = installation.get(f"datasets?project={project}")["results"][0]["id"]
    arguments = {
        "model_version_id": run["model_version_id"], "source": "dataset", "dataset_id": dataset,
    }  # fmt: skip
    body = {
        "project_id": project, "name": "Every night", "action": "batch_prediction",
        "arguments": arguments, "cron": "0 2 * * *", "time_zone": "Asia/Shanghai",
    }  # fmt: skip
    schedule = installation.post("schedules", body)["id"]
    path = f"batch-predictions?project={project}&schedule={schedule}"
    assert installation.get(path)["results"] == []
    installation.run("-m", "backend.manage", "shell", "-c", MAKE_DUE)

    def is_predicted() -> bool:
        found = installation.get(path)["results"]
        return bool(found) and found[0]["job"]["state"] == "succeeded"

    wait_for(is_predicted, 60)
    (batch,) = installation.get(path)["results"]
    assert batch["num_predicted"] > 0
    after = installation.get(f"schedules/{schedule}")
    assert (after["problem_code"], len(after["next_times"])) == ("", 3)
