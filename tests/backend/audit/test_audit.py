"""Whatever is done in a project stands in its log."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.audit.models import AuditEntry
from backend.config.env import ROOT
from backend.datasets.models import Dataset, Sample
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.model_registry.models import ModelVersion
from tests.backend.api.everything import parameters_of
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_versions import fill
from tests.backend.training.test_runs import freeze, request

pytestmark = pytest.mark.django_db

_ACTION = re.compile(
    r'"((?:project|dataset|dataset_version|label|samples|trash|training_run|model_version|'
    r'deployment|deployment_key|access_token)\.[a-z_]+)"'
)
NO_ACTIONS = {"samples.jsonl"}
# Nobody asks for these: they come about in workers, and where they do is tested.
BY_WORKERS = {"deployment.address_changed", "project.purged"}


def declared() -> set[str]:
    """Return the actions in a project that the sources know."""
    files = (ROOT / "backend").rglob("*.py")
    found = {action for file in files for action in _ACTION.findall(file.read_text())}
    return found - NO_ACTIONS - BY_WORKERS


def call(api: APIClient, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Call the API; it has to succeed."""
    response = getattr(api, method)(f"/api/v1/{path}", body)
    assert 200 <= response.status_code < 300, (path, response.content)
    return response.json() if response.content else None


def test_every_act_in_a_project_is_in_its_log(world: World, api: APIClient) -> None:
    ids = parameters_of(world)
    project, dataset = f"projects/{world.project.id}", f"datasets/{world.dataset.id}"
    _change_data(api, world, ids, dataset)
    run = call(api, "post", "training-runs", request(world, freeze(world)))
    for act in ("stop", "resume"):
        call(api, "post", f"training-runs/{run['id']}/{act}")
    _change_endpoint(api, ids)
    call(api, "delete", f"model-versions/{ids['model_version_id']}")
    call(api, "delete", dataset)
    call(api, "patch", project, {"name": "Renamed"})
    for act in (("delete", project), ("post", f"{project}/restore"), ("delete", project)):
        call(api, *act)
    call(api, "post", f"{project}/purge", {"name": "Renamed"})
    entries = AuditEntry.objects.filter(project_id=world.project.id)
    assert set(entries.values_list("action", flat=True)) >= declared()
    assert set(entries.values_list("organisation_id", flat=True)) == {world.organisation.id}
    lost = AuditEntry.objects.filter(project_id=None, action__in=declared())
    assert list(lost.values_list("action", flat=True)) == []


def test_the_overview_of_a_project_shows_what_was_done_last(world: World, api: APIClient) -> None:
    body = {"name": "cat"}
    ok(api.post(f"/api/v1/datasets/{world.dataset.id}/labels", body), 201)
    overview = ok(api.get(f"/api/v1/projects/{world.project.id}/overview"))
    assert [entry["action"] for entry in overview["activity"]] == [
        "label.created",
        "dataset.created",
        "project.created",
    ]


def _change_data(api: APIClient, world: World, ids: dict[str, str], dataset: str) -> None:
    made = call(api, "post", f"{dataset}/labels", {"name": "b"})
    call(api, "patch", f"{dataset}/labels/{made['id']}", {"name": "c"})
    call(api, "post", f"{dataset}/labels/{made['id']}/merge", {"into": ids["label_id"]})
    made = call(api, "post", f"{dataset}/labels", {"name": "d"})
    body = {"label_id": made["id"], "attributes": [{"name": "hidden", "kind": "flag"}]}
    call(api, "put", f"{dataset}/attributes", body)
    call(api, "delete", f"{dataset}/labels/{made['id']}")
    fill(world, 9)
    samples = {"sample_ids": [str(Sample.objects.get(name="0.png").id)]}
    given = {"label_ids": [ids["label_id"]], "mode": "set"}
    call(api, "post", f"{dataset}/label-selection", {**samples, **given})
    for mode in ("add", "remove"):
        call(api, "post", f"{dataset}/tags", {**samples, "tag": "odd", "mode": mode})
    for kind in ("inspections", "maps"):
        call(api, "post", f"{dataset}/{kind}", {})
    call(api, "post", f"{dataset}/cleaning-runs", {"steps": [{"kind": "upright"}], "filter": {}})
    for act in ("trash", "restore", "trash"):
        call(api, "post", f"{dataset}/{act}", samples)
    call(api, "post", f"{dataset}/purge", {})
    call(api, "post", f"imports/{ids['import_id']}/close")
    call(api, "patch", dataset, {"name": "Renamed"})
    split = {"kind": "random", "train": 0.8, "validation": 0.1, "test": 0.1, "seed": 0}
    call(api, "post", f"{dataset}/versions", {"split": split})
    other = {"project_id": str(world.project.id), "name": "Another"}
    made = call(api, "post", "datasets", other)
    _describe_columns(api, world)
    version = f"dataset-versions/{ids['version_id']}"
    call(api, "patch", version, {"note": "The first"})
    call(api, "post", f"{version}/fork", {"name": "Forked"})
    call(api, "post", f"datasets/{made['id']}/merges", {"version_id": ids["version_id"]})


def _describe_columns(api: APIClient, world: World) -> None:
    """Say what a column of a table means, as of a dataset of tables."""
    content = b"age,paid\n31,yes\n42,no\n"
    dataset = Dataset.objects.create(
        project_id=world.project.id, name="Tables", task="tabular.prediction", num_samples=1
    )
    Sample.objects.create(
        dataset=dataset,
        blob_id=put_bytes(content=content, media_type="text/csv"),
        name="people.csv",
        bytes=len(content),
        created_at=timezone.now(),
    )
    said = {"columns": [{"name": "paid", "role": "target"}]}
    call(api, "patch", f"datasets/{dataset.id}/columns", said)
    call(api, "put", f"datasets/{dataset.id}/table/preview", {"reading": {"header": False}})


def _change_endpoint(api: APIClient, ids: dict[str, str]) -> None:
    Job.objects.filter(id=ids["job_id"]).update(state="succeeded")
    body = {"model_version_id": ids["model_version_id"], "name": "e", "suffix": "audited"}
    made = call(api, "post", "deployments", body)
    path = f"deployments/{made['id']}"
    key = call(api, "post", f"{path}/keys", {"name": "k"})
    call(api, "delete", f"{path}/keys/{key['id']}")
    token = call(api, "post", f"{path}/tokens", {})
    call(api, "delete", f"{path}/tokens/{token['id']}")
    for act in ("stop", "start"):
        call(api, "post", f"{path}/{act}")
    version = ModelVersion.objects.get(id=ids["model_version_id"])
    version.id, version.number, version.training_run_id = uuid4(), 2, None
    version.save(force_insert=True)
    call(api, "patch", path, {"model_version_id": str(version.id)})
    call(api, "post", f"{path}/roll-back")
    call(api, "post", f"{path}/revisions", {"model_version_id": str(version.id), "weight": 10})
    # A form has no list of objects.
    shares = {"revisions": [{"number": 1, "weight": 100}]}
    assert api.put(f"/api/v1/{path}/traffic", shares, format="json").status_code == 202
    for settings in ({"sampling": {"share": 0.1}}, {"async_predictions": {}}):
        assert api.patch(f"/api/v1/{path}", settings, format="json").status_code == 200
    stored = f"/api/v1/deployments/{ids['deployment_id']}/stored-calls"
    assert api.delete(stored, {}, format="json").status_code == 204
    for deployment_id in (made["id"], ids["deployment_id"]):
        call(api, "delete", f"deployments/{deployment_id}")
