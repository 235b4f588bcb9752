"""Options that name columns are held against the table before a run starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.selectors.references import version_refs
from backend.datasets.services.importing.ingestion import Incoming, ingest
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.versioning.versions import build_version
from backend.jobs.models import JobEvent
from backend.training.services.data import num_learnt
from engine.catalog import TASKS
from tests.backend.cards import world_of
from tests.backend.conftest import World, ok

SPLIT = {"kind": "random", "train": 0.8, "validation": 0.1, "test": 0.1, "seed": 0}
TABLE = "age,job,same,bought\n" + "".join(
    f"{n},{'NA' if n % 9 == 0 else ('cook', 'smith')[n % 2]},1,{n % 2}\n" for n in range(40)
)


@pytest.fixture
def table(
    db: None, client_of: Callable[[User], APIClient]
) -> tuple[APIClient, World, dict[str, Any]]:
    """A frozen version of one table to predict from."""
    world = world_of(TASKS["tabular.prediction"])
    api = client_of(world.owner)
    session = open_import(dataset=world.dataset, format="table", created_by=world.caller)
    ingest(
        session=session,
        files=[Incoming("people.csv", TABLE.encode())],
        added_by_id=world.owner.id,
    )
    body = {"split": SPLIT, "include_unlabelled": True}
    made = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/versions", body), 202)
    build_version(made["id"], lambda done, total: None)
    return api, world, made


def check(api: APIClient, version: dict[str, Any], **options: Any) -> list[str]:
    """Return the codes of the findings that block a run with these options."""
    body = {"dataset_version_ids": [version["id"]], "task_options": options}
    found = ok(api.post("/api/v1/training-runs/check", body))["findings"]
    return [finding["code"] for finding in found if finding["blocking"]]


def test_a_version_shows_the_columns_it_froze(
    table: tuple[APIClient, World, dict[str, Any]],
) -> None:
    api, _, version = table
    shown = ok(api.get(f"/api/v1/dataset-versions/{version['id']}/table"))
    assert [(column["name"], column["kind"]) for column in shown["columns"]] == [
        ("age", "number"),
        ("job", "category"),
        ("same", "number"),
        ("bought", "number"),
    ]
    assert shown["columns"][1]["missing_share"] == pytest.approx(5 / 40)
    assert "NA" not in shown["columns"][1]["examples"]


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({}, []),
        ({"target": "job", "leave_out": ["same"]}, []),
        ({"target": "income"}, ["column_unknown"]),
        ({"leave_out": ["height", "weight"]}, ["column_unknown", "column_unknown"]),
        ({"group_column": "job", "split_column": "job"}, ["column_named_twice"]),
        ({"target": "same"}, ["target_constant"]),
    ],
)
def test_the_check_names_columns_that_cannot_be_used(
    table: tuple[APIClient, World, dict[str, Any]], options: dict[str, Any], codes: list[str]
) -> None:
    api, _, version = table
    assert check(api, version, **options) == codes


def test_a_run_with_an_unknown_column_is_refused(
    table: tuple[APIClient, World, dict[str, Any]],
) -> None:
    api, world, version = table
    body = {
        "project_id": str(world.project.id),
        "dataset_version_ids": [version["id"]],
        "target": "cloud_api",
        "tier": "fast",
        "backbone": "linear",
        "options": {"target": "income"},
    }
    response = ok(api.post("/api/v1/training-runs", body), 422)
    assert (response["code"], response["params"]["column"]) == ("column_unknown", "income")


def test_a_version_of_a_table_counts_its_rows(
    table: tuple[APIClient, World, dict[str, Any]],
) -> None:
    api, world, made = table
    version = ok(api.get(f"/api/v1/dataset-versions/{made['id']}"))
    assert (version["num_samples"], version["num_rows"]) == (1, 40)
    assert {split: part["num_rows"] for split, part in version["counts"].items()} == {
        "train": 40,
        "validation": 0,
        "test": 0,
    }
    dataset = ok(api.get(f"/api/v1/datasets/{world.dataset.id}"))
    overview = ok(api.get(f"/api/v1/projects/{world.project.id}/overview"))
    assert dataset["num_rows"] == overview["data"]["num_rows"] == 40


def test_the_check_says_that_few_rows_evaluate_the_model(
    table: tuple[APIClient, World, dict[str, Any]],
) -> None:
    api, _, version = table
    body = {"dataset_version_ids": [version["id"]], "task_options": {"target": "job"}}
    found = ok(api.post("/api/v1/training-runs/check", body))["findings"]
    (few,) = (finding for finding in found if finding["code"] == "rows_below_advice")
    assert few["params"] == {"count": 40, "test": 4, "advised": 200}


def test_an_estimate_of_a_table_grows_with_its_rows(
    table: tuple[APIClient, World, dict[str, Any]],
) -> None:
    _, _, version = table
    ref = version_refs([UUID(version["id"])])[UUID(version["id"])]
    assert num_learnt(TASKS["tabular.prediction"], [ref]) == 32
    assert num_learnt(TASKS["tabular.forecasting"], [ref]) == 28


def test_a_run_tells_of_the_models_that_it_tried(
    table: tuple[APIClient, World, dict[str, Any]],
) -> None:
    api, world, version = table
    body = {
        "project_id": str(world.project.id),
        "dataset_version_ids": [version["id"]],
        "target": "cloud_api",
        "tier": "fast",
        "backbone": "linear",
        "options": {"target": "age", "problem": "regression"},
    }
    run = ok(api.post("/api/v1/training-runs", body), 202)
    standing = {
        "metric": "accuracy", "value": 0.8, "low": 0.7, "high": 0.9, "loss": 0.4, "seconds": 2.0,
    }  # fmt: skip
    heard = [
        {"name": "linear", **standing, "weight": None},
        {"name": "lightgbm-1", **standing, "weight": None},
        {"name": "linear", **standing, "weight": 0.3},
    ]
    JobEvent.objects.bulk_create(
        JobEvent(
            job_id=run["job"]["id"], number=100 + number, kind="candidate", data=data,
            created_at=timezone.now(),
        )
        for number, data in enumerate(heard)
    )  # fmt: skip
    found = ok(api.get(f"/api/v1/training-runs/{run['id']}/metrics"))
    assert found == {"series": [], "candidates": [heard[2], heard[1]]}
