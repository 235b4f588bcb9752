"""Nobody learns from an answer whether a thing of another organisation exists."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from backend.accounts.models import User
from tests.backend.api.everything import fill, parameters_of
from tests.backend.api.test_routes import Operation, body_of, operations
from tests.backend.api.test_schema import current
from tests.backend.conftest import World, make_world

pytestmark = pytest.mark.django_db

# What the last part of an id's name is the id of, where it is not a path parameter's own name.
KINDS = {
    "annotator": "user_id",
    "annotator_ids": "user_id",
    "reviewer_ids": "user_id",
    "author": "user_id",
    "author_id": "user_id",
    "owner_id": "user_id",
    "area": "map_id",
    "base": "version_id",
    "version": "version_id",
    "dataset_version_id": "version_id",
    "dataset_version_ids": "version_id",
    "validation_version_id": "version_id",
    "initial_model_version_id": "model_version_id",
    "model_version_ids": "model_version_id",
    "deployment_ids": "deployment_id",
    "honeypot_ids": "sample_id",
    "sample_ids": "sample_id",
    "spared": "sample_id",
    "sample": "sample_id",
    "after": "sample_id",
    "into": "label_id",
    "merge_into": "label_id",
    "label_ids": "label_id",
    "call_ids": "call_id",
    "channel_ids": "channel_id",
}
# A lease is no id: it is a secret that a trial's holder was given.
NO_IDS = {"lease"}
# Answers that are the same for everybody, or go on without end.
LEFT_OUT = {"stream_job"}
GONE = uuid4()
VARYING = re.compile(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z")


@dataclass(frozen=True)
class Slot:
    """A place in a request that takes an id: where it stands, and what it is the id of."""

    place: str
    steps: tuple[str, ...]
    kind: str


def resolved(shape: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference of the document."""
    while "$ref" in shape:
        shape = document["components"]["schemas"][shape["$ref"].rsplit("/", 1)[-1]]
    return shape


def kind_of(name: str, things: dict[str, str]) -> str:
    """Return which of the things an id by this name is the id of."""
    for candidate in (KINDS.get(name, name), f"{name}_id"):
        if candidate in things:
            return candidate
    raise AssertionError(f"Say in KINDS what '{name}' is the id of, so that it is tried here.")


def leaves(
    shape: dict[str, Any], document: dict[str, Any], steps: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield where in a body ids stand; ``[]`` is an item of a list."""
    shape = resolved(shape, document)
    if shape.get("format") == "uuid":
        yield steps
    if len(steps) > 4:
        return
    for name, inner in shape.get("properties", {}).items():
        yield from leaves(inner, document, (*steps, name))
    if "items" in shape:
        yield from leaves(shape["items"], document, (*steps, "[]"))
    for word in ("oneOf", "anyOf", "allOf"):
        for inner in shape.get(word, ()):
            yield from leaves(inner, document, steps)


def slots(operation: Operation, things: dict[str, str], document: dict[str, Any]) -> Iterator[Slot]:
    """Yield every place of an operation that takes an id."""
    for parameter in operation.details.get("parameters", ()):
        name, shape = parameter["name"], json.dumps(parameter.get("schema", {}))
        if '"uuid"' in shape:
            special = "endpoint_key_id" if "/deployments/" in operation.path else name
            kind = special if name == "key_id" else kind_of(name, things)
            if name == "version_id" and "/model-versions/" in operation.path:
                kind = "model_version_id"
            yield Slot(parameter["in"], (name,), kind)
    content = operation.details.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        shape = content["application/json"].get("schema", {})
        for steps in dict.fromkeys(leaves(shape, document)):
            name = next(step for step in reversed(steps) if step != "[]")
            if name not in NO_IDS:
                yield Slot("body", steps, kind_of(name, things))


def put(body: Any, steps: tuple[str, ...], value: str) -> Any:
    """Return a body with a value at a place; lists keep what they hold beside it."""
    if not steps:
        return value
    first, rest = steps[0], steps[1:]
    if first == "[]":
        held = body if isinstance(body, list) else []
        inner = held[0] if held and rest else None
        return [*held, put(inner, rest, value)]
    return {
        **(body if isinstance(body, dict) else {}),
        first: put((body or {}).get(first), rest, value),
    }


def call(
    client: APIClient,
    operation: Operation,
    things: dict[str, str],
    slot: Slot,
    value: str,
) -> tuple[int, str, bytes]:
    """Call an operation with one id replaced; nothing that it does stays done."""
    path_things = things | ({slot.kind: value} if slot.place == "path" else {})
    query = {
        "project": things["project_id"],
        "organisation": things["organisation_id"],
        "offset": "0",
        "format": "csv",
        "label": things["label_id"],
        "base": things["version_id"],
    }
    declared = {item["name"] for item in operation.details.get("parameters", ())}
    query = {name: given for name, given in query.items() if name in declared}
    body = copy.deepcopy(body_of(operation.name, things))
    if slot.place == "query":
        query[slot.steps[0]] = value
    elif slot.place == "body":
        body = put(body, slot.steps, value)
    address = f"{fill(operation.path, path_things)}?" + "&".join(
        f"{name}={given}" for name, given in query.items()
    )
    content = operation.details.get("requestBody", {}).get("content", {"application/json": {}})
    kind = "application/json" if "application/json" in content else next(iter(content))
    sent = json.dumps(body).encode() if kind == "application/json" else b"x"
    with transaction.atomic():
        response = client.generic(operation.method.upper(), address, sent, content_type=kind)
        content_bytes = (
            b"".join(response.streaming_content) if response.streaming else response.content
        )
        transaction.set_rollback(True)
    # What is made anew by each call has an id and a time of its own.
    told = VARYING.sub(b"NEW", content_bytes.replace(value.encode(), b"ID"))
    return (response.status_code, response.headers.get("Content-Type", ""), told)


def things_of(world: World) -> dict[str, str]:
    """Return the ids of one of each thing, and of a person."""
    return parameters_of(world) | {"user_id": str(world.owner.id)}


def test_a_thing_of_others_answers_as_one_that_does_not_exist(
    world: World, client_of: Callable[[User], APIClient]
) -> None:
    document = current()
    ours, theirs = things_of(world), things_of(make_world("theirs"))
    client = client_of(world.owner)
    leaks, num_tried = [], 0
    for operation in operations():
        for slot in slots(operation, ours, document) if operation.name not in LEFT_OUT else ():
            absent = call(client, operation, ours, slot, str(GONE))
            foreign = call(client, operation, ours, slot, theirs[slot.kind])
            num_tried += 1
            if foreign != absent:
                leaks.append((operation.name, slot, foreign, absent))
    assert not leaks, "\n".join(map(str, leaks))
    assert num_tried > 300
