"""The OpenAPI document: committed, complete, and true of every answer."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.conf import settings as conf
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import CoveragePhaseData
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from backend.accounts.models import ApiKey
from backend.accounts.secrets import digest
from tests.backend.api.document import GOLDEN, committed
from tests.backend.conftest import World, make_world, private_files

# The fuzzer's client leaves the file that it spools a large body to for the collector to close.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
CLIENT = Path(__file__).parents[3] / "frontend" / "src" / "api" / "generated" / "schema.ts"
# Of the document and the client together. The bar is 195; a document with new operations may grow.
MAX_LINES_AN_OPERATION = 165
# The document has one shape for them all; which there are is held here.
ERRORS = {400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503}


def status_is_documented(
    context: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> None:
    """Refuse an answer that is neither among the operation's own nor an error we speak of."""
    if response.request.method != case.operation.method.upper():
        return
    documented = case.operation.definition.raw["responses"]
    assert str(response.status_code) in documented or response.status_code in ERRORS


CHECKS = (
    not_a_server_error,
    status_is_documented,
    content_type_conformance,
    response_schema_conformance,
)
NUM_EXAMPLES = int(os.environ.get("EASEL_FUZZ_EXAMPLES", "2"))
SECRET = "ek_fuzzer"
# Answers that go on, and addresses of processes that do not run here.
LEFT_OUT = ("stream_job", "call_easydl_endpoint")


@cache
def current() -> dict[str, Any]:
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    found: dict[str, Any] = json.loads(json.dumps(document))
    return found


def test_the_document_and_the_client_made_from_it_stay_short_enough_to_read() -> None:
    texts = (path.read_text(encoding="utf-8") for path in (GOLDEN, CLIENT))
    num_operations = sum(len(methods) for methods in current()["paths"].values())
    num_lines = sum(text.count("\n") for text in texts)
    assert num_lines / num_operations <= MAX_LINES_AN_OPERATION


def test_the_committed_document_is_the_current_one() -> None:
    document = current()
    assert not GENERATOR_STATS, "drf-spectacular warned; run manage.py spectacular --fail-on-warn"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        text = json.dumps(document, indent=4, ensure_ascii=False)
        GOLDEN.write_text(f"{text}\n", encoding="utf-8")
        committed.cache_clear()
    assert committed() == document, "Run this test with UPDATE_GOLDEN=1 and commit the document."


def test_operations_have_names_of_their_own() -> None:
    names = [
        details["operationId"]
        for methods in current()["paths"].values()
        for details in methods.values()
    ]
    assert len(set(names)) == len(names)


OPERATIONS = [
    pytest.param(path, method, id=f"{method.upper()} {path}")
    for path, methods in committed()["paths"].items()
    for method, details in methods.items()
    if details["operationId"] not in LEFT_OUT
]
EVERY_OPERATION = pytest.mark.parametrize(("path", "method"), OPERATIONS)


@cache
def schema() -> OpenApiSchema:
    return schemathesis.openapi.from_dict(committed())


@pytest.fixture(scope="module")
def made(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[World]:
    """One organisation for all tests here: each is rolled back to it."""
    folder = tmp_path_factory.mktemp("made")
    with django_db_blocker.unblock(), transaction.atomic():
        with private_files(folder, folder / "values"):
            world = make_world()
            keep_key(world)
        yield world
        transaction.set_rollback(True)


@pytest.fixture
def world(made: World, db: None) -> World:
    return made


@pytest.fixture
def _open_connection(db: None) -> Iterator[None]:
    """Keep the handler from closing the connection that holds the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@EVERY_OPERATION
@pytest.mark.usefixtures("_open_connection")
def test_input_right_and_wrong_in_each_place_is_answered_as_the_document_says(
    path: str, method: str, world: World
) -> None:
    asked = list(one_of_each_kind(cases_of(schema()[path][method])))
    assert asked
    for case in asked:
        require_documented(case, world)


@EVERY_OPERATION
@pytest.mark.usefixtures("_open_connection")
def test_any_input_is_answered_as_the_document_says(path: str, method: str, world: World) -> None:
    send_anything(schema()[path][method], world, NUM_EXAMPLES)


@pytest.mark.exhaustive
@EVERY_OPERATION
@pytest.mark.usefixtures("_open_connection")
def test_every_value_in_each_place_is_answered_as_the_document_says(
    path: str, method: str, world: World
) -> None:
    for case in cases_of(schema()[path][method]):
        require_documented(case, world)
    send_anything(schema()[path][method], world, 10 * NUM_EXAMPLES)


def cases_of(operation: APIOperation) -> Iterator[schemathesis.Case]:
    """Yield right cases, and those in which one place of the input is wrong."""
    generation = schema().config.generation_for(operation=operation, phase="coverage")
    yield from schema().iter_coverage_cases(
        operation, generation_modes=list(GenerationMode), generation_config=generation
    )


def one_of_each_kind(cases: Iterable[schemathesis.Case]) -> Iterator[schemathesis.Case]:
    """Yield a case for each place and what is right or wrong there, such as a type or a length.

    Of several, such as one for each wrong type, it is another from place to place.
    """
    kinds: dict[Any, list[schemathesis.Case]] = {}
    for case in cases:
        assert case.meta is not None
        data = case.meta.phase.data
        assert isinstance(data, CoveragePhaseData)
        place = (data.parameter_location, data.parameter, data.location)
        kinds.setdefault((case.meta.generation.mode, data.scenario, *place), []).append(case)
    for number, alike in enumerate(kinds.values()):
        yield alike[number % len(alike)]


def send_anything(operation: APIOperation, world: World, num_examples: int) -> None:
    """Ask an operation with so many random inputs, right and wrong."""
    anything = st.one_of([operation.as_strategy(mode) for mode in GenerationMode])

    @settings(
        max_examples=num_examples,
        phases=(Phase.generate,),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=anything)
    def ask(case: schemathesis.Case) -> None:
        require_documented(case, world)

    ask()


def require_documented(case: schemathesis.Case, world: World) -> None:
    """Ask, and assert that the answer is as the document says."""
    case.headers["Authorization"] = f"Bearer {SECRET}"
    handler = WSGIHandler()
    response = case.call(app=handler)
    if response.status_code == 401:
        # An earlier call took the key away. To look each time costs more.
        keep_key(world)
        response = case.call(app=handler)
    case.validate_response(response, checks=CHECKS, transport_kwargs={"app": handler})


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
    response = APIClient().get("/api/openapi.json", headers=headers)
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    document = response.json()
    assert document["servers"] == [{"url": conf.ENVIRONMENT.public_url}]
    assert document["security"] == [{"apiKey": []}, {"session": []}]
    assert document["components"]["securitySchemes"]["apiKey"]["scheme"] == "bearer"
    assert "X-CSRFToken" in document["components"]["securitySchemes"]["session"]["description"]
    operations = [
        one for path in document["paths"].values() for one in path.values() if isinstance(one, dict)
    ]
    assert [] in [one.get("security") for one in operations]
    assert [{}] not in [one.get("security") for one in operations]
