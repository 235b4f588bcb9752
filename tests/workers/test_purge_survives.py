"""A project that is being deleted for good is deleted, whoever dies on the way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(240)


def test_a_purge_whose_worker_is_killed_is_finished_by_the_next_one(
    installation: Installation,
) -> None:
    body = {"organisation_id": installation.ids["organisation"]}
    project = installation.post("projects/sample", body)

    def filled() -> bool:
        job: Any = installation.get(f"projects/{project['id']}")["job"]
        assert job["state"] != "failed", job
        return bool(job["state"] == "succeeded")

    wait_for(filled, 120)
    assert installation.client.delete(f"projects/{project['id']}").status_code == 204
    address = f"projects/{project['id']}/purge"
    preview = installation.get(address)
    assert preview["num_samples"] > 1790
    order = installation.post(address, {"name": project["name"]})

    def under_way() -> Any:
        job = installation.get(f"jobs/{order['id']}")
        return job["state"] == "running" and job["done"] >= 200

    wait_for(under_way, 60, every_seconds=0.02)
    installation.part("celery").kill()

    def ended() -> Any:
        job = installation.get(f"jobs/{order['id']}")
        assert job["state"] in {"queued", "running", "succeeded"}, job
        return job if job["state"] == "succeeded" else None

    result = wait_for(ended, 120)["result"]
    assert result["num_samples"] == preview["num_samples"]
    assert result["bytes_freed"] == preview["num_bytes"]
    assert installation.client.get(address).status_code == 404
    assert installation.client.get(f"projects/{project['id']}").status_code == 404
