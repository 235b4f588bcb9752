"""The OpenAPI document: committed, complete, and true of every answer."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.conf import settings as conf
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from rest_framework.test import APIClient
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
)

from backend.accounts.models import ApiKey
from backend.accounts.secrets import digest
from tests.backend.conftest import World

GOLDEN = Path(__file__).parents[2] / "golden" / "openapi.json"
# The document has one shape for them all; which there are is held here.
ERRORS = {400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503}


def status_is_documented(
    context: schemathesis.CheckContext, answer: schemathesis.Response, case: schemathesis.Case
) -> None:
    """Refuse an answer that is neither among the operation's own nor an error we speak of."""
    if answer.request.method != case.operation.method.upper():
        return
    documented = case.operation.definition.raw["responses"]
    assert str(answer.status_code) in documented or answer.status_code in ERRORS


CHECKS = (
    not_a_server_error,
    status_is_documented,
    content_type_conformance,
    response_schema_conformance,
)
NUM_EXAMPLES = int(os.environ.get("EASEL_FUZZ_EXAMPLES", "20"))
SECRET = "ek_fuzzer"
# Answers that go on, and addresses of processes that do not run here.
LEFT_OUT = ("stream_job", "easydl_predict")


def current() -> dict[str, Any]:
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    found: dict[str, Any] = json.loads(json.dumps(document))
    return found


def test_the_committed_document_is_the_current_one() -> None:
    document = current()
    assert not GENERATOR_STATS, "drf-spectacular warned; run manage.py spectacular --fail-on-warn"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        text = json.dumps(document, indent=4, ensure_ascii=False)
        GOLDEN.write_text(f"{text}\n", encoding="utf-8")
    committed = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert committed == document, "Run this test with UPDATE_GOLDEN=1 and commit the document."


def test_operations_have_names_of_their_own() -> None:
    names = [
        details["operationId"]
        for methods in current()["paths"].values()
        for details in methods.values()
    ]
    assert len(set(names)) == len(names)


schema = schemathesis.openapi.from_dict(current()).exclude(operation_id=list(LEFT_OUT))


@pytest.fixture
def _open_connection(db: None) -> Iterator[None]:
    """Keep the handler from closing the connection that holds the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


# The fuzzer's client leaves the file that it spools a large body to for the collector to close.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.usefixtures("_open_connection")
@schema.parametrize()
@settings(
    max_examples=NUM_EXAMPLES,
    phases=(Phase.explicit, Phase.generate),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_the_document_says(case: schemathesis.Case, world: World) -> None:
    case.headers["Authorization"] = f"Bearer {SECRET}"
    handler = WSGIHandler()
    answer = case.call(app=handler)
    if answer.status_code == 401:
        # There is no key yet, or an earlier call took it away. To look each time costs more.
        keep_key(world)
        answer = case.call(app=handler)
    case.validate_response(answer, checks=CHECKS, transport_kwargs={"app": handler})


def keep_key(world: World) -> None:
    """Let the fuzzer's key be there."""
    if not ApiKey.objects.filter(sha256=digest(SECRET)).exists():
        ApiKey.objects.create(
            user=world.owner,
            organisation=world.organisation,
            name="k",
            prefix="k",
            sha256=digest(SECRET),
            scopes=["read", "write", "admin"],
        )


@pytest.mark.parametrize("accepted", [None, "text/html", "*/*", "application/json"])
@pytest.mark.django_db
def test_the_document_is_json_for_whoever_asks_and_says_where_and_how_to_call(
    accepted: str | None,
) -> None:
    headers = {} if accepted is None else {"accept": accepted}
    answer = APIClient().get("/api/openapi.json", headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    document = answer.json()
    assert document["servers"] == [{"url": conf.ENVIRONMENT.public_url}]
    assert document["security"] == [{"apiKey": []}, {"session": []}]
    assert document["components"]["securitySchemes"]["apiKey"]["scheme"] == "bearer"
