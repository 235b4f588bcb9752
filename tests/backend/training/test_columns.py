"""Options that name columns are held against the table before a run starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.services.importing.ingestion import Incoming, ingest
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.versioning.versions import build_version
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
