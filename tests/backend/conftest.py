"""A private database, private files, and people to act as."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test import override_settings
from rest_framework.test import APIClient

from backend.accounts.contracts import Caller, Role
from backend.accounts.models import Membership, Organisation, User
from backend.config.celery import app
from backend.config.database import database_settings
from backend.datasets.models import Dataset
from backend.datasets.services.datasets import create_dataset
from backend.projects.contracts import ProjectRef
from backend.projects.services.projects import create_project
from tests.migrated import write_template

PASSWORD = "correct horse battery"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    database_kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Point Django at the private database before its tables are made."""
    if database_kind == "sqlite":
        path = tmp_path_factory.mktemp("database") / "easel.sqlite3"
        entry = database_settings(f"sqlite:///{path}")
        entry["TEST"] = {"NAME": f"{path}_test"}
    else:
        url = request.getfixturevalue("postgresql_url")
        entry = database_settings(url)
        entry["TEST"] = {"NAME": "easel_test", "TEMPLATE": write_template(url)}
    connections.databases["default"] = connections.configure_settings({"default": entry})["default"]
    if hasattr(connections._connections, "default"):
        del connections["default"]


@pytest.fixture(scope="session", autouse=True)
def _private_queue(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("queue")
    app.conf.update(
        broker_url="filesystem://",
        broker_transport_options={
            "data_folder_in": str(folder),
            "data_folder_out": str(folder),
            "control_folder": str(folder),
        },
    )


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path) -> Iterator[Path]:
    """Private files, cheap passwords, no memory of throttled calls."""
    with private_files(tmp_path, tmp_path / "values"):
        yield tmp_path


@contextmanager
def private_files(folder: Path, values: Path) -> Iterator[None]:
    """Keep files in a folder and what is cached in another; passwords are cheap."""
    environment = dataclasses.replace(
        settings.ENVIRONMENT, data=folder, files_url=f"file://{folder}/files"
    )
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    caches = {"default": settings.CACHES["default"] | {"LOCATION": str(values)}}
    with override_settings(ENVIRONMENT=environment, PASSWORD_HASHERS=hashers, CACHES=caches):
        yield


@dataclass
class World:
    """An organisation with a project and a dataset, and its owner."""

    organisation: Organisation
    owner: User
    project: ProjectRef
    dataset: Dataset

    @property
    def caller(self) -> Caller:
        """The owner as services know them."""
        return Caller(user_id=self.owner.id, email=self.owner.email, name=self.owner.name)

    def member(self, role: Role) -> User:
        """Return another person with a role in the organisation."""
        user = make_user(f"{role}@{self.organisation.id.hex}.example")
        Membership.objects.create(organisation=self.organisation, user=user, role=role)
        return user


def make_user(email: str) -> User:
    """Make a person."""
    return User.objects.create_user(email=email, password=PASSWORD, name=email.split("@")[0])


def make_world(name: str = "ours", *, multi_label: bool = False) -> World:
    """Make an organisation of its own."""
    owner = make_user(f"owner@{name}.example")
    organisation = Organisation.objects.create(name=name)
    Membership.objects.create(organisation=organisation, user=owner, role=Role.OWNER)
    caller = Caller(user_id=owner.id, email=owner.email, name=owner.name)
    made = create_project(
        organisation_id=organisation.id,
        name="Cells",
        task="image.classification",
        created_by=caller,
    )
    project = ProjectRef(made.id, organisation.id, made.name, made.task, Role.OWNER)
    dataset = create_dataset(
        project=project, name="Smears", created_by=caller, multi_label=multi_label
    )
    return World(organisation, owner, project, dataset)


@pytest.fixture
def world(db: None) -> World:
    """Our organisation."""
    return make_world()


@pytest.fixture
def client_of() -> Callable[[User], APIClient]:
    """Sign somebody in."""

    def sign_in(user: User) -> APIClient:
        client = APIClient()
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def api(world: World, client_of: Callable[[User], APIClient]) -> APIClient:
    """Our owner, signed in."""
    return client_of(world.owner)


def ok(response: Any, status: int = 200) -> Any:
    """Return the body of an answer that has to have a status."""
    assert response.status_code == status, response.content[:2000]
    return response.json() if response.content else None
