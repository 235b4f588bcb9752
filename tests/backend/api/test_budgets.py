"""Every address that is read asks the database few questions, however many rows there are."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from backend.accounts.services import signed_in
from backend.jobs.services.jobs import job_folder
from tests.backend.api.everything import parameters_of
from tests.backend.api.more_rows import Copies
from tests.backend.api.test_routes import Operation, operations
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db

# Three say who calls and what they may, the others what the rows are and what belongs to them.
MAX_QUERIES = 8
BUDGETS = {
    # An assignment with its labels and people, and numbers out of items, answers and acts.
    "download_assignment_annotators": 8,
    "get_assignment": 9,
    "get_assignment_statistics": 8,
    # Merges are walked in both directions, with the models that learnt from them.
    "get_dataset_version_lineage": 9,
    # A batch prediction with its model, its files, and its job's place among those that wait.
    "get_batch_prediction": 9,
    "list_batch_predictions": 10,
    # A job with its place among those that wait, then words, numbers, and how many there are.
    "get_job_log": 9,
    # A study with its trials: counted, the best, and the best so far.
    "get_study": 9,
    # For all projects of a page each app is asked once: datasets, covers and what is drawn on them,
    # models, endpoints, runs and jobs.
    "list_projects": 11,
    # As above, with how many projects there are and which jobs run.
    "get_home": 13,
    # Points, and what has changed since they were laid out: in the dataset and in its version.
    "get_map_points": 10,
    # Eight apps are asked: data, versions, runs, models, endpoints, calls, jobs and the log.
    "get_project_overview": 18,
    # A sample with its annotations of each kind, relations, tags and revision.
    "get_sample": 9,
    # A sample as above, who may see the item, and its answers, comments and acts.
    "get_work_item": 12,
}
# Read with less than they read at most: what they show is files, or comes of jobs that take longer
# than counting queries should.
UNMEASURED = {
    "download_datumaro_export",
    "get_augmentation_preview",
    "get_augmentation_preview_image",
    "get_cleaning_preview",
    "get_cleaning_preview_file",
    "get_dataset_version_table",
    "get_frame_times",
    "get_import_place_beginning",
    "get_sample_video",
    "get_spectrogram",
    "get_table",
    "get_table_rows",
    "get_table_statistics",
    "get_waveform",
    "preview_import_place",
    "preview_project_purge",
}


def _is_stream(operation: Operation) -> bool:
    """Tell whether it stays open and asks again and again, for which it has tests of its own."""
    return "text/event-stream" in operation.details["responses"]["200"].get("content", {})


READS = [item for item in operations() if item.method == "get" and not _is_stream(item)]


def _queries(operation: Operation, api: APIClient, things: dict[str, str]) -> tuple[int, list[str]]:
    """Call it twice and return its status and the queries of the second time."""
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            response: Any = operation.call(api, things)
            if response.streaming and not response.is_async:
                for _piece in response.streaming_content:
                    pass
    return response.status_code, [query["sql"] for query in queries]


def test_reading_needs_few_queries_and_no_more_of_them_for_more_rows(
    api: APIClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # That a session is used is noted once a minute: here once, however long all of it takes.
    monkeypatch.setattr(signed_in, "_NOTE_EVERY_SECONDS", 1e9)
    things = parameters_of(world)
    log = job_folder(UUID(things["job_id"])) / "output.log"
    log.parent.mkdir(parents=True)
    log.write_text("epoch 1\n")
    ok(api.get("/api/v1/session"))
    few = {item.name: _queries(item, api, things) for item in READS}
    assert {name for name, (status, _) in few.items() if status != 200} == UNMEASURED
    assert Copies(9).refused == set()

    many = {item.name: _queries(item, api, things) for item in READS}
    assert {name: (few[name][0], status) for name, (status, _) in many.items()} == {
        name: (status, status) for name, (status, _) in few.items()
    }
    grown = {name for name, (_, asked) in many.items() if len(asked) > len(few[name][1])}
    assert grown == set()
    over = {
        name: asked
        for name, (_, asked) in many.items()
        if len(asked) > BUDGETS.get(name, MAX_QUERIES)
    }
    assert over == {}


def test_every_exception_is_of_an_address_that_is_there() -> None:
    assert BUDGETS.keys() <= {item.name for item in READS}
