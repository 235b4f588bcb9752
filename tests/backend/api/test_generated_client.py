"""A client that another program generated from the document: complete, and able to work."""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from uuid import UUID

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from backend.accounts.models import ApiKey
from backend.accounts.secrets import digest
from backend.datasets.serializers.datasets import VersionRefSerializer
from tests.backend.conftest import World
from tests.backend.images import image
from tests.site import ROOT

PACKAGE = "generated_easel"
SECRET = "ek_generated"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The package that openapi-python-client writes, which must have nothing to warn of."""
    folder = tmp_path_factory.mktemp("client")
    given = ConfigFile(post_hooks=[], package_name_override=PACKAGE)
    problems = generate(
        config=Config.from_sources(
            given,
            meta_type=MetaType.NONE,
            document_source=ROOT / "tests" / "golden" / "openapi.json",
            file_encoding="utf-8",
            overwrite=False,
            output_path=folder / PACKAGE,
        )
    )
    assert [f"{one.header} {one.detail}" for one in problems] == []
    sys.path.insert(0, str(folder))
    yield importlib.import_module(PACKAGE)
    sys.path.remove(str(folder))


@pytest.fixture
def client(generated: ModuleType, world: World) -> Iterator[Any]:
    """The generated client with a key of the owner, in front of our handler."""
    ApiKey.objects.create(
        user=world.owner,
        organisation=world.organisation,
        name="k",
        prefix="k",
        sha256=digest(SECRET),
        scopes=["read", "write", "admin"],
    )
    # The handler must not close the connection that holds the test's transaction.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    with generated.AuthenticatedClient(
        base_url="http://testserver",
        token=SECRET,
        httpx_args={"transport": httpx.WSGITransport(WSGIHandler())},
    ) as made:
        yield made
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def call(operation: str) -> Any:
    """Return a generated function by its tag and name."""
    return importlib.import_module(f"{PACKAGE}.api.{operation}").sync


def shape(name: str) -> Any:
    """Return a generated class."""
    return getattr(importlib.import_module(f"{PACKAGE}.models"), name)


def test_a_generated_client_makes_lists_and_changes(client: Any, world: World) -> None:
    task = shape("TaskEnum")("image.object_detection")
    new = shape("NewProjectRequest")(world.organisation.id, "Shelves", task)
    made = call("projects.create_project")(client=client, body=new)
    assert made.name == "Shelves"
    listed = call("projects.list_projects")(client=client, organisation=world.organisation.id)
    assert made.id in [one.id for one in listed.results]
    change = shape("PatchedProjectChangeRequest")(name="Racks")
    assert call("projects.update_project")(made.id, client=client, body=change).name == "Racks"


def test_a_generated_client_uploads_a_file_and_downloads_it_again(
    client: Any, world: World
) -> None:
    content = image(5)
    layout = shape("DatasetFormat")("loose_files")
    new = shape("NewImportRequest")(format_=layout)
    begun = call("datasets.create_import")(world.dataset.id, client=client, body=new)
    file = importlib.import_module(f"{PACKAGE}.types").File(io.BytesIO(content), "a.png")
    sent = call("imports.upload_import_files")(
        begun.id, client=client, body=shape("ImportFilesRequest")(files=[file])
    )
    (outcome,) = sent.outcomes
    assert outcome.outcome == "added"
    found = call("samples.get_sample_file")(outcome.sample_id, client=client)
    assert found.payload.read() == content


def test_a_generated_client_is_told_what_is_wrong(client: Any) -> None:
    problem = call("projects.get_project")(UUID(int=1), client=client)
    assert (problem.status, problem.code) == (404, "project_not_found")


def test_an_id_is_written_alike_whatever_the_database_keeps() -> None:
    written = "0f0e0d0c-0b0a-0908-0706-050403020100"
    for kept in (written, written.replace("-", "")):
        assert VersionRefSerializer({"id": kept, "number": 1}).data["id"] == written
