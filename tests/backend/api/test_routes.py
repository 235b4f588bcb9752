"""Every endpoint of the schema refuses whoever may not call it, new ones too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from backend.accounts.models import ApiKey, Role, User
from backend.accounts.secrets import digest
from tests.backend.api.document import committed
from tests.backend.api.everything import fill, parameters_of
from tests.backend.conftest import World, make_world, private_files

pytestmark = pytest.mark.django_db

# Open to whoever has the address.
OF_GUESTS = {"get_shared_endpoint", "unlock_share_link", "predict_with_share_link"}
# Open to everybody on purpose. The last two authenticate in the manner they imitate.
PUBLIC = OF_GUESTS | {
    "get_session",
    "sign_in",
    "sign_out",
    "create_user",
    "get_invitation",
    "create_password_reset",
    "get_password_reset",
    "set_password",
    "get_health",
    "get_wheels",
    "create_access_token",
    "call_easydl_endpoint",
}
# These do not look at who calls at all.
UNAUTHENTICATED = OF_GUESTS | {
    "get_health",
    "get_wheels",
    "create_access_token",
    "call_easydl_endpoint",
}
# About the caller alone, or about no organisation.
PERSONAL = {
    "get_schedule_times",
    "list_api_keys",
    "get_catalog",
    "get_cleaning_steps",
    "create_organisation",
    "update_user",
    "accept_invitation",
    "list_own_work",
    "get_segmenter",
    "delete_other_sessions",
    "list_sessions",
}
# Their answers go on until what they are about ends.
STREAMS = {"stream_job"}
BELOW = {
    Role.OWNER.value: Role.ADMIN,
    Role.ADMIN.value: Role.DEVELOPER,
    Role.DEVELOPER.value: Role.ANNOTATOR,
    Role.ANNOTATOR.value: Role.VIEWER,
    Role.VIEWER.value: Role.CONTRIBUTOR,
}
# Operations whose HTTP method does not tell what a key needs.
SCOPES = {
    # They make nothing but what is looked at.
    "read": {
        "check_training_data",
        "prepare_table",
        "estimate_training",
        "create_map_area",
        "predict_with_model_version",
        "prepare_sample_video",
        "prepare_waveform",
    },
    "admin": {
        "purge_dataset_trash",
        "delete_deployment",
        "list_audit_entries",
        "create_invitation",
        "delete_invitation",
        "list_invitations",
        "delete_member",
        "update_member",
        "update_organisation",
        "list_trashed_projects",
        "delete_project",
        "purge_project",
        "preview_project_purge",
        "restore_project",
    },
    "session": {
        "create_api_key",
        "revoke_api_key",
        "accept_invitation",
        "create_organisation",
        "create_password_link",
        "delete_session",
        "delete_other_sessions",
        "list_sessions",
        "update_user",
    },
}
SPLIT = {"kind": "random", "train": 0.8, "validation": 0.1, "test": 0.1, "seed": 0}


@dataclass(frozen=True)
class Operation:
    """One method of one path."""

    method: str
    path: str
    details: dict[str, Any]

    @property
    def name(self) -> str:
        """The operation's id."""
        return str(self.details["operationId"])

    def call(self, client: APIClient, things: dict[str, str]) -> Any:
        """Call it, with a body where one is needed to get as far as the thing it is about."""
        query = {
            "project": things["project_id"],
            "organisation": things["organisation_id"],
            "offset": "0",
            "format": "image_folder",
            "label": things["label_id"],
            "base": things["version_id"],
            "text": "cells",
            "revision": "1",
            "other": "100",
            "cron": "0%206%20*%20*%20*",
            "time_zone": "UTC",
        }
        parameters = self.details.get("parameters", ())
        declared = {item["name"] for item in parameters}
        for item in parameters:
            if item.get("required") and "enum" in item["schema"]:
                query.setdefault(item["name"], item["schema"]["enum"][0])
            if item.get("required") and item["name"] == "version":
                query["version"] = things["version_id"]
        used = "&".join(f"{key}={value}" for key, value in query.items() if key in declared)
        address = f"{fill(self.path, things)}?{used}"
        content = self.details.get("requestBody", {}).get("content", {"application/json": {}})
        if "application/json" in content:
            return client.generic(
                self.method.upper(),
                address,
                _json(body_of(self.name, things)),
                content_type="application/json",
            )
        if "application/octet-stream" in content:
            kind = "application/octet-stream"
            return client.generic(self.method.upper(), address, b"x", content_type=kind)
        return client.generic(
            self.method.upper(),
            address,
            b'--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx\r\n--b--',
            content_type="multipart/form-data; boundary=b",
        )


def _json(body: dict[str, Any]) -> bytes:
    import json

    return json.dumps(body).encode()


def body_of(name: str, things: dict[str, str]) -> dict[str, Any]:
    """Return a body for operations that learn from it what they are about."""
    versions = [things["version_id"]]
    bodies: dict[str, dict[str, Any]] = {
        "create_project": {
            "organisation_id": things["organisation_id"],
            "name": "p",
            "task": "image.classification",
        },
        "create_sample_project": {"organisation_id": things["organisation_id"]},
        "create_dataset": {"project_id": things["project_id"], "name": "d"},
        "create_api_key": {
            "organisation_id": things["organisation_id"],
            "name": "k",
            "scopes": ["read"],
        },
        "check_training_data": {"dataset_version_ids": versions},
        "estimate_training": {
            "dataset_version_ids": versions,
            "backbone": "small_cnn",
            "options": {},
            "target": "cloud_api",
        },
        "create_training_run": {
            "project_id": things["project_id"],
            "dataset_version_ids": versions,
            "target": "cloud_api",
            "tier": "fast",
            "backbone": "small_cnn",
            "options": {},
            "pretrained": False,
        },
        "create_study": {
            "project_id": things["project_id"],
            "dataset_version_ids": versions,
            "target": "cloud_api",
            "backbone": "small_cnn",
            "space": {
                "parameters": [{"name": "mixup", "range": {"kind": "float", "low": 0, "high": 1}}]
            },
            "max_trials": 1,
        },
        "update_study": {"name": "x"},
        "create_scripted_study": {
            "project_id": things["project_id"],
            "name": "s",
            "metric": "loss",
            "direction": "minimize",
            "space": {
                "parameters": [{"name": "rate", "range": {"kind": "float", "low": 0, "high": 1}}]
            },
            "max_trials": 1,
        },
        "report_trial": {"lease": str(uuid4())},
        "finish_trial": {"lease": str(uuid4())},
        "create_augmentation_preview": {
            "dataset_version_id": things["version_id"],
            "options": {"augmentation": {}},
        },
        "create_deployment": {
            "model_version_id": things["model_version_id"],
            "name": "d",
            "suffix": "some-suffix",
        },
        "create_batch_prediction": {
            "model_version_id": things["model_version_id"],
            "source": "files",
        },
        "create_evaluation": {
            "dataset_version_id": things["version_id"],
            "model_version_ids": [things["model_version_id"]],
        },
        "create_schedule": {
            "project_id": things["project_id"],
            "name": "s",
            "action": "batch_prediction",
            "arguments": {},
            "cron": "0 6 * * *",
            "time_zone": "UTC",
        },
        "create_application": {
            "organisation_id": things["organisation_id"],
            "name": "a",
            "deployment_ids": [things["deployment_id"]],
        },
        "create_channel": {
            "organisation_id": things["organisation_id"],
            "kind": "email",
            "name": "c",
            "member_id": things["member_id"],
        },
        "silence_alerts": {"until": None},
        "update_training_run": {"name": "x"},
        "update_deployment": {"name": "x"},
        "create_deployment_key": {"name": "x"},
        "create_share_link": {"title": "x"},
        "purge_project": {"name": "Cells"},
        "create_password_reset": {"email": "nobody@else.example"},
        "predict_with_model_version": {"sample_id": things["sample_id"]},
        "create_dataset_version": {"split": SPLIT},
    }
    return bodies.get(name, {})


@cache
def operations() -> list[Operation]:
    """Return every operation of the schema."""
    schema = committed()
    shared = {
        f"#/components/parameters/{name}": parameter
        for name, parameter in schema["components"]["parameters"].items()
    }
    return [
        Operation(method, path, details | {"parameters": parameters})
        for path, methods in schema["paths"].items()
        for method, details in methods.items()
        for parameters in [
            [shared.get(item.get("$ref"), item) for item in details.get("parameters", ())]
        ]
    ]


def is_owned(operation: Operation) -> bool:
    """Tell whether an operation is about things of one organisation."""
    return operation.name not in PUBLIC | PERSONAL


def lower_role(operation: Operation) -> Role | None:
    """Return the highest role that may not call an operation; ``None`` when every member may."""
    least = operation.details.get("x-least-role")
    if not is_owned(operation) or operation.path.startswith(
        ("/api/v1/api-keys", "/api/v1/sessions")
    ):
        return None
    # They are about a project in the trash: `test_projects` and `test_purge` have one.
    if operation.name in {"purge_project", "preview_project_purge", "restore_project"}:
        return None
    # What a contributor may do depends on their part in the assignment.
    if least == Role.CONTRIBUTOR.value:
        return None
    return BELOW[least]


def takes_a_body(operation: Operation) -> bool:
    """Tell whether an operation changes one thing of an organisation by a body."""
    return is_owned(operation) and "requestBody" in operation.details


def takes_keys(operation: Operation) -> bool:
    """Tell whether an operation asks who calls, and so takes a key or refuses it."""
    return operation.name not in PUBLIC


def scope_of(operation: Operation) -> str:
    """Return the scope that an operation has to need, whatever the document says."""
    for scope, names in SCOPES.items():
        if operation.name in names:
            return scope
    return "read" if operation.method == "get" else "write"


@pytest.fixture(scope="module")
def made(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[World, dict[str, str], Path]]:
    """One of each thing, made once for all tests here: each is rolled back to it."""
    folder = tmp_path_factory.mktemp("everything")
    with django_db_blocker.unblock(), transaction.atomic():
        with private_files(folder, folder / "values"):
            world = make_world()
            things = parameters_of(world)
        yield world, things, folder
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _open_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream gives its connection back as soon as it begins: here all share one."""
    monkeypatch.setattr(connection, "close", lambda: None)


@pytest.fixture(autouse=True)
def data_folder(made: tuple[World, dict[str, str], Path], tmp_path: Path) -> Iterator[Path]:
    """The files of what was made; no memory of throttled calls."""
    *_, folder = made
    with private_files(folder, tmp_path / "values"):
        yield folder


@pytest.fixture
def world(made: tuple[World, dict[str, str], Path], db: None) -> World:
    """Our organisation."""
    return made[0]


@pytest.fixture
def things(made: tuple[World, dict[str, str], Path], db: None) -> dict[str, str]:
    """The ids of one of each thing in it."""
    return made[1]


CASES: dict[str, Callable[[Operation], object]] = {
    "test_things_of_other_organisations_do_not_exist": is_owned,
    "test_a_role_that_is_too_low_is_refused": lower_role,
    "test_the_least_role_is_enough": lambda item: (
        lower_role(item) is not None and item.name not in STREAMS
    ),
    "test_query_parameters_that_are_not_declared_are_refused": lambda item: (
        item.method == "get"
        and item.name not in UNAUTHENTICATED
        # It is about a project in the trash, and this world has none.
        and item.name != "preview_project_purge"
    ),
    "test_who_may_not_call_learns_so_whatever_the_body": takes_a_body,
    "test_a_key_may_do_what_its_scopes_say_and_nothing_else": takes_keys,
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test here for every operation that it is about."""
    if "operation" in metafunc.fixturenames:
        applies = CASES.get(metafunc.function.__name__, lambda operation: True)
        found = [item for item in operations() if applies(item)]
        metafunc.parametrize("operation", found, ids=[item.name for item in found])


def test_nobody_gets_in_without_proof(
    operation: Operation, world: World, things: dict[str, str]
) -> None:
    if operation.name not in PUBLIC:
        response = operation.call(APIClient(), things)
        assert response.status_code == 401, response.content
        assert response.json()["code"] == "not_authenticated"
    if operation.name in UNAUTHENTICATED:
        return
    now = timezone.now()
    bad = {
        "ek_forged": {},
        "ek_expired": {"expires_at": now - timedelta(seconds=1)},
        "ek_revoked": {"revoked_at": now},
    }
    for secret, state in bad.items():
        if state:
            ApiKey.objects.create(
                user=world.owner,
                organisation=world.organisation,
                name="k",
                prefix=secret,
                sha256=digest(secret),
                scopes=["read", "write", "admin"],
                **state,
            )
        client = APIClient(HTTP_AUTHORIZATION=f"Bearer {secret}")
        assert operation.call(client, things).status_code == 401, secret


def test_things_of_other_organisations_do_not_exist(
    operation: Operation,
    world: World,
    things: dict[str, str],
    client_of: Callable[[User], APIClient],
) -> None:
    stranger = make_world("theirs").owner
    response = operation.call(client_of(stranger), things)
    assert response.status_code == 404, response.content
    key = ApiKey.objects.create(
        user=stranger,
        organisation=stranger.memberships.get().organisation,
        name="k",
        prefix="k",
        sha256=digest("ek_theirs"),
        scopes=["read", "write", "admin"],
    )
    response = operation.call(APIClient(HTTP_AUTHORIZATION="Bearer ek_theirs"), things)
    needs_session = response.status_code == 403 and response.json()["code"] == "session_needed"
    assert key.organisation_id != world.organisation.id
    assert response.status_code == 404 or needs_session, response.content


def test_who_may_not_call_learns_so_whatever_the_body(
    operation: Operation,
    world: World,
    things: dict[str, str],
    client_of: Callable[[User], APIClient],
) -> None:
    address = f"/{fill(operation.path, things).lstrip('/')}"
    stranger = client_of(make_world("theirs").owner)
    lower = lower_role(operation)
    member = None if lower is None else client_of(world.member(lower))
    # Where the path names no thing the body does, and the rest of it is as wrong as elsewhere.
    given = {} if "{" in operation.path else naming(operation, things)
    for body in (given, {**given, "no_such_field": 1}):
        response = getattr(stranger, operation.method)(address, body, format="json")
        assert response.status_code in (404, 415), response.content
        if member is not None:
            refused = getattr(member, operation.method)(address, body, format="json")
            assert refused.status_code in (403, 415), refused.content


def naming(operation: Operation, things: dict[str, str]) -> dict[str, Any]:
    """Return the part of a body that says what an operation is about."""
    body = body_of(operation.name, things)
    ids = [name for name in body if "_id" in name]
    owner = next((name for name in ids if name in ("project_id", "organisation_id")), ids[0])
    return {owner: body[owner]}


def test_every_operation_says_the_least_role_that_may_call(operation: Operation) -> None:
    expected = (
        {"public"}
        if operation.name in PUBLIC
        else {"signed_in"}
        if operation.name in PERSONAL | {"revoke_api_key", "delete_session"}
        else {role.value for role in Role}
    )
    if operation.name not in UNAUTHENTICATED:
        assert operation.details.get("x-least-role") in expected


def test_the_least_role_is_enough(
    operation: Operation,
    world: World,
    things: dict[str, str],
    client_of: Callable[[User], APIClient],
) -> None:
    member = world.member(Role(operation.details["x-least-role"]))
    client = client_of(member)
    # Some things here are too bare to be worked on; that the role came so far is enough.
    client.raise_request_exception = False
    response = operation.call(client, things)
    assert response.streaming or b'"role_too_low"' not in response.content, response.content


def test_a_role_that_is_too_low_is_refused(
    operation: Operation,
    world: World,
    things: dict[str, str],
    client_of: Callable[[User], APIClient],
) -> None:
    lower = lower_role(operation)
    assert lower is not None
    response = operation.call(client_of(world.member(lower)), things)
    assert response.status_code == 403, response.content
    assert response.json()["code"] in ("role_too_low", "not_allowed")


def test_query_parameters_that_are_not_declared_are_refused(
    operation: Operation,
    world: World,
    things: dict[str, str],
    client_of: Callable[[User], APIClient],
) -> None:
    declared = {item["name"] for item in operation.details.get("parameters", ())}
    address = f"/{fill(operation.path, things).lstrip('/')}"
    for name in {"no_such", "cursor", "page_size"} - declared:
        response = client_of(world.owner).get(f"{address}?{name}=zzzz")
        assert response.status_code == 422, response.content
        assert [item["pointer"] for item in response.json()["errors"]] == [f"/{name}"]


def test_a_key_may_do_what_its_scopes_say_and_nothing_else(
    operation: Operation, world: World, things: dict[str, str]
) -> None:
    needed = scope_of(operation)
    assert operation.details["x-scope"] == needed
    for secret, scopes in {
        "ek_without": [scope for scope in ("read", "write", "admin") if scope != needed],
        "ek_with": [needed],
    }.items():
        ApiKey.objects.create(
            user=world.owner,
            organisation=world.organisation,
            name="k",
            prefix="k",
            sha256=digest(secret),
            scopes=scopes,
        )
    without = operation.call(APIClient(HTTP_AUTHORIZATION="Bearer ek_without"), things)
    assert without.status_code == 403, without.content
    assert without.json()["code"] == ("session_needed" if needed == "session" else "scope_missing")
    if needed != "session" and operation.name not in STREAMS:
        # Some things here are too bare to be worked on; that the key came so far is enough.
        client = APIClient(raise_request_exception=False, HTTP_AUTHORIZATION="Bearer ek_with")
        response = operation.call(client, things)
        assert response.status_code != 401
        assert response.streaming or b"scope_missing" not in response.content
