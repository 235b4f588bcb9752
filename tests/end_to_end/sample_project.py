"""A sample project in which every page has something to show."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.end_to_end.api import call
from tests.end_to_end.members import Member, invite, organisation_of
from tests.site import Site

MAKING_SECONDS = 3600.0
NUM_TRIALS = 3
SPACE = {
    "parameters": [{"name": "learning_rate", "range": {"kind": "float", "low": 1e-4, "high": 0.1}}]
}


@dataclass(frozen=True)
class SampleProject:
    """A sample project with its model and endpoint.

    Attributes:
        names: what stands in addresses, by the parameters of the router.
    """

    task: str
    project: str
    names: Mapping[str, str]


def begin(owner: Page, site: Site, task: str, language: str) -> str:
    """Order the sample project of a task, and return its id."""
    fields = {"organisation_id": organisation_of(owner, site), "task": task, "language": language}
    project: str = call(owner, site, "POST", "projects/sample", data=fields)["id"]
    return project


def is_running(owner: Page, site: Site, project: str) -> bool:
    """Tell whether the endpoint of a sample project answers."""
    found = call(owner, site, "GET", f"deployments?project={project}")["results"]
    return any(one["state"] == "running" for one in found)


def failure(owner: Page, site: Site, project: str) -> str | None:
    """Return why a sample project is not going to be there, if so."""
    failed = call(owner, site, "GET", f"jobs?project={project}&state=failed")["results"]
    return f"{failed[0]['title']}: {failed[0]['error']['message']}" if failed else None


def complete(
    owner: Member, site: Site, task: str, project: str, labellers: Sequence[Member]
) -> SampleProject:
    """Add to a sample project the work that it comes without."""
    page = owner.page

    def first(path: str) -> str:
        row: dict[str, str] = call(page, site, "GET", path)["results"][0]
        return row["id"]

    dataset = first(f"datasets?project={project}")
    model = first(f"model-versions?project={project}")
    deployment = first(f"deployments?project={project}")
    names = {
        "projectId": project,
        "datasetId": dataset,
        "sampleId": first(f"datasets/{dataset}/samples"),
        "runId": first(f"training-runs?project={project}"),
        "modelVersionId": model,
        "deploymentId": deployment,
        "shareToken": share(page, site, deployment),
        "versionId": _second_version(page, site, dataset),
        "assignmentId": _assignment(owner, site, dataset, labellers),
        "batchId": _batch_prediction(page, site, model, dataset),
        "evaluationId": _evaluation(page, site, model, project),
        "studyId": _search(page, site, project),
    }
    _schedule(page, site, project, model, dataset)
    # Made beside each other, and beside the search.
    _wait_for(page, site, names)
    return SampleProject(task=task, project=project, names=names)


def share(owner: Page, site: Site, deployment: str) -> str:
    """Make a link by which guests try an endpoint, and return its token."""
    fields = {"title": "果园", "description": "拍一张照片。"}
    path = f"deployments/{deployment}/share-links"
    token: str = call(owner, site, "POST", path, data=fields)["token"]
    return token


def elsewhere(owner: Page, site: Site) -> Mapping[str, str]:
    """Return what stands in the addresses of pages outside of projects."""
    token = invite(owner, site, "someone@workshop.example", "viewer")
    return {"organisationId": organisation_of(owner, site), "token": token}


def wait_until(is_so: Any, what: str, seconds: float = MAKING_SECONDS) -> None:
    """Wait until something is so.

    Raises:
        RuntimeError: when it is not for very long.
    """
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise RuntimeError(f"After {seconds:.0f} seconds still not so: {what}.")
        time.sleep(0.25)


def _second_version(owner: Page, site: Site, dataset: str) -> str:
    fields = {"include_unlabelled": True}
    version: str = call(owner, site, "POST", f"datasets/{dataset}/versions", data=fields)["id"]
    return version


def _batch_prediction(owner: Page, site: Site, model: str, dataset: str) -> str:
    """Predict all samples of the project with its own model."""
    fields = {"model_version_id": model, "source": "dataset", "dataset_id": dataset}
    batch: str = call(owner, site, "POST", "batch-predictions", data=fields)["id"]
    return batch


def _evaluation(owner: Page, site: Site, model: str, project: str) -> str:
    """Measure the model of the project on what its own data keeps for testing."""
    path = f"dataset-versions?project={project}"
    versions = call(owner, site, "GET", path)["results"]
    trained_on = next(one["id"] for one in reversed(versions) if one["state"] == "ready")
    fields = {"model_version_ids": [model], "dataset_version_id": trained_on}
    evaluation: str = call(owner, site, "POST", "evaluations", data=fields)["id"]
    return evaluation


def _schedule(owner: Page, site: Site, project: str, model: str, dataset: str) -> None:
    """Predict the same again every Monday."""
    arguments = {"model_version_id": model, "source": "dataset", "dataset_id": dataset}
    fields = {
        "project_id": project,
        "name": "每周一",
        "action": "batch_prediction",
        "arguments": arguments,
        "cron": "0 6 * * 1",
        "time_zone": "Asia/Shanghai",
    }
    call(owner, site, "POST", "schedules", data=fields)


def _wait_for(owner: Page, site: Site, names: Mapping[str, str]) -> None:
    def is_ready() -> bool:
        state: str = call(owner, site, "GET", f"dataset-versions/{names['versionId']}")["state"]
        return state == "ready"

    def is_over(path: str) -> bool:
        job = call(owner, site, "GET", path)["job"]
        if job["state"] in {"failed", "cancelled"}:
            raise RuntimeError(f"{path}: {job['error']}")
        return bool(job["state"] == "succeeded")

    wait_until(is_ready, "a second version", 600)
    wait_until(lambda: is_over(f"batch-predictions/{names['batchId']}"), "a batch prediction", 600)
    wait_until(lambda: is_over(f"evaluations/{names['evaluationId']}"), "an evaluation", 600)


def _assignment(owner: Member, site: Site, dataset: str, labellers: Sequence[Member]) -> str:
    """Hand samples out to those who label; the owner reviews, and one answer waits for that."""
    fields = {
        "name": "第一轮",
        "annotator_ids": [one.id(site) for one in labellers],
        "reviewer_ids": [owner.id(site)],
        "batch_size": 2,
    }
    path = f"datasets/{dataset}/assignments"
    assignment: str = call(owner.page, site, "POST", path, data=fields)["assignment"]["id"]
    return assignment


def _search(owner: Page, site: Site, project: str) -> str:
    """Search by a script of which some trials are over."""
    fields = {
        "project_id": project,
        "name": "学习率",
        "metric": "loss",
        "direction": "minimize",
        "space": SPACE,
        "max_trials": NUM_TRIALS + 1,
        # Suggested together: each time takes a process of its own.
        "num_parallel": NUM_TRIALS,
    }
    study: str = call(owner, site, "POST", "studies/scripted", data=fields)["id"]
    for _ in range(NUM_TRIALS):
        _try(owner, site, study)
    return study


def _try(owner: Page, site: Site, study: str) -> None:
    """Make one trial of a search."""
    asked: dict[str, Any] = {}

    def is_given() -> bool:
        asked.update(call(owner, site, "POST", f"studies/{study}/ask"))
        return asked["trial"] is not None

    wait_until(is_given, "a trial to make", 120)
    number, lease = asked["trial"]["number"], {"lease": asked["lease"]}
    trial = f"studies/{study}/trials/{number}"
    for step in (1, 2, 3):
        told = {**lease, "step": step, "score": 1 / (number + step)}
        call(owner, site, "POST", f"{trial}/report", data=told)
    call(owner, site, "POST", f"{trial}/finish", data=lease)
