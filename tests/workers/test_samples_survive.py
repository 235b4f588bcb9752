"""A sample project is made, and deleted for good, to its end, whoever dies on the way."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from backend.datasets.services.sample_data import UNLABELLED_EVERY
from tests.sdk.tiny_package import plain_image
from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(240)

NUM_DIGITS = 1797
BLUE = plain_image((20, 20, 220))


@dataclass(frozen=True)
class Made:
    """A sample project with an endpoint; ``files`` are those of the store before there was one."""

    project: Any
    endpoint: Any
    secret: str
    files: frozenset[Path]


@pytest.fixture(scope="module")
def made(installation: Installation) -> Made:
    """A sample project during whose making the worker was killed twice."""
    files = stored(installation)
    body = {"organisation_id": installation.ids["organisation"]}
    project = installation.post("projects/sample", body)
    address = f"projects/{project['id']}"

    def is_filling() -> bool:
        job = installation.get(address)["job"]
        assert job["state"] in {"queued", "running"}, job
        return bool(300 <= job["done"] < job["total"])

    wait_for(is_filling, 60, every_seconds=0.02)
    installation.part("celery").kill()
    wait_for(lambda: listed(installation, "training-runs", project), 120, every_seconds=0.02)
    installation.part("celery").kill()

    def endpoint() -> Any:
        found = listed(installation, "deployments", project)
        return found[0] if found and found[0]["state"] == "running" else None

    published = wait_for(endpoint, 60)
    key = installation.post(f"deployments/{published['id']}/keys", {"name": "test"})
    return Made(project, published, key["secret"], files)


def test_a_sample_whose_workers_are_killed_has_each_part_once_and_an_endpoint_that_answers(
    installation: Installation, made: Made
) -> None:
    project = installation.get(f"projects/{made.project['id']}")
    assert (project["job"]["state"], project["is_preparing"]) == ("succeeded", False)
    assert (project["job"]["done"], project["job"]["total"]) == (NUM_DIGITS, NUM_DIGITS)
    [dataset] = listed(installation, "datasets", made.project)
    assert dataset["num_samples"] == NUM_DIGITS
    assert dataset["num_labelled"] == NUM_DIGITS - NUM_DIGITS // UNLABELLED_EVERY
    for kind in ("training-runs", "deployments"):
        assert len(listed(installation, kind, made.project)) == 1
    assert len(installation.get(f"datasets/{dataset['id']}/versions")["results"]) == 1

    answer = wait_for(lambda: called(made), 20)

    assert answer.json()["results"][0]["name"] == "blue"


def test_a_purge_whose_worker_is_killed_is_finished_by_the_next_one_and_leaves_nothing(
    installation: Installation, made: Made
) -> None:
    address = f"projects/{made.project['id']}"
    [dataset] = listed(installation, "datasets", made.project)
    [version] = installation.get(f"datasets/{dataset['id']}/versions")["results"]
    [run] = listed(installation, "training-runs", made.project)
    ids = [
        made.project["id"], made.project["job"]["id"], run["job"]["id"], made.endpoint["id"],
        run["model_version_id"],
    ]  # fmt: skip
    assert named_after(installation, ids)
    assert stored(installation) - made.files

    assert installation.client.delete(address).status_code == 204
    preview = installation.get(f"{address}/purge")
    assert preview["num_samples"] == NUM_DIGITS
    order = installation.post(f"{address}/purge", {"name": made.project["name"]})

    def is_under_way() -> bool:
        job = installation.get(f"jobs/{order['id']}")
        return bool(job["state"] == "running" and job["done"] >= 200)

    wait_for(is_under_way, 60, every_seconds=0.02)
    installation.part("celery").kill()
    result = wait_for(lambda: ended(installation, order["id"]), 120)["result"]

    assert result["num_samples"] == preview["num_samples"]
    assert result["bytes_freed"] == preview["num_bytes"] > 0
    gone = (
        address,
        f"{address}/purge",
        f"datasets/{dataset['id']}",
        f"dataset-versions/{version['id']}",
        f"training-runs/{run['id']}",
        f"model-versions/{run['model_version_id']}",
        f"deployments/{made.endpoint['id']}",
    )
    assert {path: installation.client.get(path).status_code for path in gone} == dict.fromkeys(
        gone, 404
    )
    wait_for(lambda: is_unknown(made), 30)
    repair(installation)
    assert stored(installation) == made.files
    assert named_after(installation, ids) == []


def listed(installation: Installation, kind: str, project: Any) -> Any:
    """Return what a project has of a kind."""
    return installation.get(f"{kind}?project={project['id']}")["results"]


def ended(installation: Installation, job_id: str) -> Any:
    """Return a job once it has ended well."""
    job = installation.get(f"jobs/{job_id}")
    assert job["state"] in {"queued", "running", "succeeded"}, job
    return job if job["state"] == "succeeded" else None


def called(made: Made) -> httpx.Response | None:
    """Return the answer of the endpoint once it gives one."""
    response = answered(made)
    return response if response.is_success else None


def answered(made: Made) -> httpx.Response:
    """Return what comes back from the endpoint."""
    headers = {"Authorization": f"Bearer {made.secret}"}
    return httpx.post(
        made.endpoint["predict_url"], content=BLUE, headers=headers, trust_env=False, timeout=20
    )


def is_unknown(made: Made) -> bool:
    """Tell whether nobody answers for the endpoint; without any endpoint the gateway ends, too."""
    try:
        return answered(made).status_code == httpx.codes.NOT_FOUND
    except httpx.TransportError:
        return True


def repair(installation: Installation) -> None:
    """Do what the worker's housekeeping does a day later to files whose writer was killed."""
    long_ago = time.time() - 2 * 24 * 3600
    for path in (installation.folder / "files").rglob(".part-*"):
        os.utime(path, (long_ago, long_ago))
    installation.run("-m", "backend.manage", "check_store", "--repair", "--quick")


def stored(installation: Installation) -> frozenset[Path]:
    """Return all files of the store."""
    return frozenset(one for one in (installation.folder / "files").rglob("*") if one.is_file())


def named_after(installation: Installation, ids: list[str]) -> list[Path]:
    """Return what of the installation's folder bears one of these ids."""
    bearing = [one for one in installation.folder.rglob("*") if any(id in one.name for id in ids)]
    return sorted(bearing)
