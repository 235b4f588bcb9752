"""A folder of the server is looked at before it is taken in."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from rest_framework.test import APIClient

from backend.datasets.services.importing import folder_previews
from tests.backend.conftest import World, make_world, ok
from tests.backend.images import image

pytestmark = pytest.mark.django_db


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A folder that the administrator lets people import from."""
    root = tmp_path / "shared"
    for number, label in enumerate(("cat", "dog", "cat")):
        (root / "pets" / label).mkdir(parents=True, exist_ok=True)
        (root / "pets" / label / f"{number}.png").write_bytes(image(number))
    (root / "empty").mkdir()
    (root / "texts").mkdir()
    rows = "".join(f"{number};a review that says a lot {number};good\n" for number in range(9))
    (root / "texts" / "reviews.csv").write_text("id;what they wrote;verdict\n" + rows)
    (root.parent / "secret.csv").write_text("a,b\n1,2\n")
    (root / "texts" / "out.csv").symlink_to(root.parent / "secret.csv")
    os.mkfifo(root / "texts" / "pipe.csv")
    environment = dataclasses.replace(settings.ENVIRONMENT, import_folders=(root,))
    with override_settings(ENVIRONMENT=environment):
        yield root


def look(api: APIClient, world: World, path: str, **more: Any) -> Any:
    address = f"/api/v1/datasets/{world.dataset.id}/import-places/preview"
    return ok(api.get(address, {"folder": 0, "path": path}), **more)


def test_the_format_of_a_folder_is_told_with_its_reason(
    api: APIClient, world: World, shared: Path
) -> None:
    found = look(api, world, "pets")
    assert (found["num_files"], found["is_whole"]) == (3, True)
    guess = found["guesses"][0]
    assert (guess["format"], guess["code"]) == ("image_folder", "class_folders")


def test_an_empty_folder_says_that_it_is_empty(api: APIClient, world: World, shared: Path) -> None:
    assert look(api, world, "empty") == {
        "num_files": 0,
        "is_whole": True,
        "guesses": [],
        "tables": [],
    }


def test_more_files_than_are_looked_at_are_said_to_be_more(
    api: APIClient, world: World, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_previews, "MAX_FILES", 2)
    found = look(api, world, "pets")
    assert (found["num_files"], found["is_whole"]) == (2, False)


def test_the_beginning_of_a_table_is_shown_and_of_nothing_else(
    api: APIClient, world: World, shared: Path
) -> None:
    assert [table["name"] for table in look(api, world, "texts")["tables"]] == ["reviews.csv"]
    address = f"/api/v1/datasets/{world.dataset.id}/import-places/beginning"
    response = api.get(address, {"folder": 0, "path": "texts", "name": "reviews.csv"})
    assert response.content == (shared / "texts" / "reviews.csv").read_bytes()
    for name in ("out.csv", "pipe.csv", "../secret.csv", "none.csv", "../pets/cat/0.png"):
        response = api.get(address, {"folder": 0, "path": "texts", "name": name})
        assert response.json()["code"] == "place_file_unknown", name


def test_only_who_may_import_there_may_look(api: APIClient, world: World, shared: Path) -> None:
    other = make_world("other")
    for path in ("preview?folder=0", "beginning?folder=0&path=texts&name=reviews.csv"):
        address = f"/api/v1/datasets/{other.dataset.id}/import-places/{path}"
        assert api.get(address).status_code == 404
    assert (
        api.get(f"/api/v1/datasets/{world.dataset.id}/import-places/preview?folder=7").status_code
        == 422
    )


def test_an_allowed_folder_that_is_gone_is_named(
    api: APIClient, world: World, shared: Path
) -> None:
    shared.rename(shared.parent / "elsewhere")
    response = api.get(f"/api/v1/datasets/{world.dataset.id}/import-places?folder=0").json()
    assert (response["code"], response["params"]) == ("folder_gone", {"path": "shared"})
