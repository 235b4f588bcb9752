"""Columns of tables of texts and references: looked at, said, and read as they were said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import Archive, ImportProblem, Sample
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.datasets.services.importing.archives import archive_path
from engine.catalog import TASKS
from tests.backend.cards import world_of
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_archives import quietly

STORIES = "".join(f"{n};Die Geschichte Nummer {n} war lang.;{n % 2}\n" for n in range(12))
TABLE = "nr;geschichte;froh\n" + STORIES
MAPPING = {"columns": [{"role": "text", "column": "geschichte"}], "without": ["label"]}


@pytest.fixture
def texts(client_of: Any) -> tuple[APIClient, World]:
    """A dataset of texts and its owner."""
    world = world_of(TASKS["text.classification"])
    return client_of(world.owner), world


def look(api: APIClient, world: World, content: str, **fields: str) -> Any:
    fields = {"format": "text_table", **fields}
    body = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in fields.items()
    )
    body += '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    return api.post(
        f"/api/v1/datasets/{world.dataset.id}/column-preview",
        data=(body + content + "\r\n--x--\r\n").encode(),
        content_type="multipart/form-data; boundary=x",
    )


@pytest.mark.django_db
def test_a_look_says_which_column_is_what_and_why_and_keeps_nothing(
    texts: tuple[APIClient, World],
) -> None:
    found = ok(look(*texts, TABLE))
    assert found["names"] == ["nr", "geschichte", "froh"]
    roles = {one["role"]: one for one in found["roles"]}
    assert (roles["text"]["column"], roles["text"]["reason"]["code"]) == (
        "geschichte",
        "longest_texts",
    )
    assert (roles["label"]["column"], roles["split"]["column"]) == ("froh", None)
    assert found["rows"][0] == ["0", "Die Geschichte Nummer 0 war lang.", "0"]
    said = ok(look(*texts, TABLE, mapping=json.dumps(MAPPING)))
    assert [one["column"] for one in said["roles"]] == ["geschichte", None, None]
    assert Sample.objects.count() == 0


@pytest.mark.django_db
def test_what_cannot_be_is_refused_naming_what_can(texts: tuple[APIClient, World]) -> None:
    api, world = texts
    wrong = {"columns": [{"role": "text", "column": "story"}]}
    refused = ok(look(api, world, TABLE, mapping=json.dumps(wrong)), 422)
    assert (refused["code"], refused["params"]) == (
        "mapped_column_missing",
        {"column": "story", "known": "nr, geschichte, froh"},
    )
    assert ok(look(api, world, ""), 422)["code"] == "table_empty"
    assert ok(look(api, world, TABLE, format="loose_files"), 422)["code"] == "column_roles_unknown"
    address = f"/api/v1/datasets/{world.dataset.id}/imports"
    for columns in ([{"role": "text1", "column": "a"}], [{"role": "score", "column": "a"}]):
        body = {"format": "text_table", "mapping": {"columns": columns}}
        refused = ok(api.post(address, body), 422)
        assert (refused["code"], refused["params"]["known"]) == (
            "column_roles_unknown",
            "text, label, split",
        )
    twice = [{"role": "text", "column": "a"}, {"role": "label", "column": "a"}]
    body = {"format": "text_table", "mapping": {"columns": twice}}
    assert "mapping" in json.dumps(ok(api.post(address, body), 422))


@pytest.mark.django_db
def test_an_import_reads_the_columns_that_were_named(texts: tuple[APIClient, World]) -> None:
    api, world = texts
    body = {"format": "text_table", "mapping": MAPPING}
    opened = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/imports", body), 201)
    assert opened["mapping"] == MAPPING
    archive = Archive.objects.create(
        import_session_id=opened["id"], name="a.csv", num_bytes=len(TABLE), num_received=len(TABLE)
    )
    path = archive_path(archive)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TABLE)
    run_archive_import(archive.id, quietly)
    assert (Sample.objects.count(), Sample.objects.exclude(labelled_at=None).count()) == (12, 0)
    assert not ImportProblem.objects.exists()
