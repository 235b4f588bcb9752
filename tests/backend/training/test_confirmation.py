"""An order for training waits until somebody agrees to what would be guessed or padded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.models import Sample
from backend.datasets.services.importing.ingestion import Incoming, ingest
from backend.datasets.services.importing.readings import read_again
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.versioning.versions import build_version
from backend.training.models import TrainingRun
from engine.catalog import TASKS
from engine.specs.samples.table_reading import TableReading
from tests.backend.cards import world_of
from tests.backend.conftest import World, ok

SPLIT = {"kind": "random", "train": 0.8, "validation": 0.1, "test": 0.1, "seed": 0}
ROWS = "".join(f"{n},{n * 1.5},{n % 2}\n" for n in range(60))
HEAD = "size,width,bought\n"
SERIES = "day,sales,warmth\n" + "".join(
    f"2024-0{1 + n // 28}-{1 + n % 28:02d},{n % 7}.5,{n % 11}.25\n" for n in range(150)
)


class Desk:
    """A project of a tabular task, with tables that are frozen as they come."""

    def __init__(self, api: APIClient, world: World) -> None:
        self.api, self.world = api, world

    def freeze(self, *tables: str) -> str:
        session = open_import(
            dataset=self.world.dataset, format="table", created_by=self.world.caller
        )
        ingest(
            session=session,
            files=[Incoming(f"t{n}.csv", text.encode()) for n, text in enumerate(tables)],
            added_by_id=self.world.owner.id,
        )
        body = {"split": SPLIT, "include_unlabelled": True}
        address = f"/api/v1/datasets/{self.world.dataset.id}/versions"
        made = ok(self.api.post(address, body), 202)
        build_version(made["id"], lambda done, total: None)
        return str(made["id"])

    def asked(self, version: str, **options: Any) -> dict[str, dict[str, Any]]:
        """Return by code what the check wants to be confirmed."""
        body = {"dataset_version_ids": [version], "task_options": options}
        found = ok(self.api.post("/api/v1/training-runs/check", body))["findings"]
        return {one["code"]: one for one in found if one["confirm"]}

    def order(self, version: str, status: int, **options: Any) -> dict[str, Any]:
        body = {
            "project_id": str(self.world.project.id),
            "dataset_version_ids": [version],
            "target": "cloud_api",
            "tier": "fast",
            "backbone": "linear",
            "options": options,
        }
        return dict(ok(self.api.post("/api/v1/training-runs", body), status))


@pytest.fixture
def desk(db: None, client_of: Callable[[User], APIClient]) -> Desk:
    """A project that predicts from tables."""
    world = world_of(TASKS["tabular.prediction"])
    return Desk(client_of(world.owner), world)


def test_an_order_without_a_target_is_refused_with_the_columns_and_the_guess(desk: Desk) -> None:
    version = desk.freeze(HEAD + ROWS)
    response = desk.order(version, 422)
    assert response["code"] == "not_confirmed"
    assert response["params"]["findings"] == "target_guessed, problem_guessed"
    assert "'bought', would be predicted. The table has: size, width, bought." in response["detail"]
    assert "a class would be predicted (binary)" in response["detail"]
    assert not TrainingRun.objects.exists()


@pytest.mark.parametrize(
    "options",
    [
        {"target": "bought", "problem": "binary"},
        {"accepted": ["target_guessed", "problem_guessed"]},
        {"target": "bought", "accepted": ["problem_guessed"]},
    ],
)
def test_an_order_that_names_or_accepts_the_guess_is_taken(
    desk: Desk, options: dict[str, Any]
) -> None:
    run = desk.order(desk.freeze(HEAD + ROWS), 202, **options)
    assert run["options"] == options


def test_what_nobody_can_agree_to_is_refused_by_name(desk: Desk) -> None:
    response = desk.order(desk.freeze(HEAD + ROWS), 422, accepted=["everything"])
    assert response["errors"][0]["pointer"] == "/options/accepted/0"


def test_rows_of_another_length_are_named_and_refused_until_they_are_accepted(desk: Desk) -> None:
    version = desk.freeze(f"{HEAD}1,2\n{ROWS}3,4,1,9\n")
    options = {"target": "bought", "problem": "binary", "accepted": ["rows_without_target"]}
    asked = desk.asked(version, **options)
    assert set(asked) == {"uneven_rows", "rows_without_target"}
    params = asked["uneven_rows"]["params"]
    assert (params["num"], params["expected"], params["lines"]) == (2, 3, "2, 63")
    assert (params["file"], params["example"]) == ("t0.csv", "1 | 2")
    response = desk.order(version, 422, **options)
    assert (response["code"], response["params"]["findings"]) == ("not_confirmed", "uneven_rows")
    options["accepted"] = ["rows_without_target", "uneven_rows"]
    desk.order(version, 202, **options)


def test_a_row_of_another_length_far_below_the_first_ones_is_named_too(desk: Desk) -> None:
    rows = "".join(f"{n},{n * 1.5},{n % 2}\n" for n in range(3000))
    version = desk.freeze(f"{HEAD}{rows}3,4,1,9\n")
    asked = desk.asked(version, target="bought", problem="binary")
    assert asked["uneven_rows"]["params"]["lines"] == "3002"


def test_every_table_of_a_version_is_looked_at_and_a_version_keeps_what_it_froze(
    desk: Desk,
) -> None:
    uneven = desk.freeze(HEAD + ROWS, f"{HEAD}1,2,0,9\n9,9,1\n{ROWS}")
    options = {"target": "bought", "problem": "binary"}
    assert desk.asked(uneven, **options)["uneven_rows"]["params"]["file"] == "t1.csv"
    sample = Sample.objects.get(name="t1.csv")
    reading = TableReading(skip_rows=2, header=False, names=("size", "width", "bought"))
    read_again(sample=sample, reading=reading, read_by=desk.world.caller)
    assert "uneven_rows" in desk.asked(uneven, **options)
    assert "uneven_rows" not in desk.asked(desk.freeze(), **options)


def test_dropped_rows_are_told_with_their_number_and_reason_before_training(desk: Desk) -> None:
    version = desk.freeze(f"{HEAD}{ROWS}1,2,\n1,3,inf\n")
    asked = desk.asked(version, target="bought", problem="binary")
    params = asked["rows_without_target"]["params"]
    assert (params["count"], params["total"], params["used"]) == (2, 62, 60)


def test_columns_of_series_that_nobody_chose_are_asked_for(
    db: None, client_of: Callable[[User], APIClient]
) -> None:
    world = world_of(TASKS["tabular.forecasting"])
    desk = Desk(client_of(world.owner), world)
    version = desk.freeze(SERIES)
    response = desk.order(version, 422)
    assert (response["code"], response["params"]["findings"]) == ("not_confirmed", "series_guessed")
    assert "sales, warmth" in response["detail"]
    assert desk.asked(version, targets=["sales"]) == {}
    desk.order(version, 202, accepted=["series_guessed"])


def test_a_search_waits_for_the_same_agreements(desk: Desk) -> None:
    version = desk.freeze(HEAD + ROWS)
    parameter = {
        "name": "learning_rate",
        "range": {"kind": "float", "low": 0.01, "high": 0.1, "log": True},
    }
    body = {
        "project_id": str(desk.world.project.id),
        "dataset_version_ids": [version],
        "target": "cloud_api",
        "backbone": "lightgbm",
        "options": {},
        "space": {"parameters": [parameter]},
        "sampler": {"kind": "random"},
        "max_trials": 2,
    }
    response = ok(desk.api.post("/api/v1/studies", body), 422)
    assert response["code"] == "not_confirmed"
    body["options"] = {"accepted": ["target_guessed", "problem_guessed"]}
    assert ok(desk.api.post("/api/v1/studies", body), 202)["options"] == body["options"]
