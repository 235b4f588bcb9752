"""A body that does not name what it is about is wrong in all that is wrong in it."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.backend.conftest import World, ok


@pytest.mark.parametrize(
    ("named", "pointers"),
    [
        ({}, ["/name", "/organisation_id", "/task"]),
        ({"organisation_id": "no id"}, ["/name", "/organisation_id", "/task"]),
        ({"organisation_id": None}, ["/name", "/organisation_id", "/task"]),
    ],
)
def test_a_body_that_names_nothing_is_told_all_its_faults(
    world: World, api: APIClient, named: dict[str, Any], pointers: list[str]
) -> None:
    told = ok(api.post("/api/v1/projects", named, format="json"), 422)
    assert sorted(one["pointer"] for one in told["errors"]) == pointers


def test_a_body_that_is_no_object_is_refused(world: World, api: APIClient) -> None:
    told = ok(api.post("/api/v1/projects", [str(world.organisation.id)], format="json"), 422)
    assert told["errors"]
