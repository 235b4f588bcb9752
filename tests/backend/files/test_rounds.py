"""Files are read again and again, a share at a time; whoever needs a damaged one is told."""

from __future__ import annotations

import dataclasses
import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from backend.api.errors import NotFound
from backend.datasets.models import Sample
from backend.datasets.services.sample_index import write_records
from backend.datasets.services.versioning.freeze import freeze_version
from backend.datasets.services.versioning.versions import build_version
from backend.files.contracts.damage import Damage
from backend.files.contracts.keys import key_of
from backend.files.models import Blob, StoreRound
from backend.files.services.blobs import put_bytes
from backend.files.services.checking import check
from backend.files.services.rounds import (
    check_content,
    damaged_files,
    read_on,
    read_share,
    round_state,
)
from backend.files.services.store import store
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_imports import begin, send
from tests.backend.images import image

pytestmark = pytest.mark.django_db


def spoil(sha256: str) -> Path:
    """Change a file without changing its size."""
    path = store().local_path(key_of(sha256))
    assert path is not None
    path.write_bytes(b"x" * path.stat().st_size)
    return path


def files(num: int) -> list[str]:
    return sorted(put_bytes(content=b"%06d" % n, media_type="text/plain") for n in range(num))


def test_reading_goes_on_where_it_ended_and_begins_anew_at_the_end() -> None:
    sha256s = files(10)
    spoil(sha256s[7])
    assert read_on(6 * 4) == 4
    assert StoreRound.objects.get().position == sha256s[3]
    assert round_state().num_read == 4
    assert damaged_files() == {}
    assert read_on(6 * 4) == 4
    assert damaged_files() == {sha256s[7]: Damage.CONTENT}
    assert round_state().completed_at is None
    assert read_on(6 * 4) == 2
    state = round_state()
    assert state.completed_at is not None
    assert (state.num_read, state.num_damaged) == (0, 1)
    assert read_on(1) == 1
    assert StoreRound.objects.get().position == sha256s[0]


def test_a_day_reads_what_is_allowed_and_the_whole_store_within_a_month(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files(60)

    def allow(num_bytes: int) -> None:
        environment = dataclasses.replace(settings.ENVIRONMENT, check_bytes_per_day=num_bytes)
        monkeypatch.setattr(settings, "ENVIRONMENT", environment)

    def wait(days: float) -> None:
        long_ago = timezone.now() - timedelta(days=days)
        StoreRound.objects.update(allowed_at=long_ago)

    allow(0)
    assert read_share() == 0
    allow(6 * 20)
    assert read_share() == 20
    assert read_share() == 0  # Another worker, a moment later.
    wait(0.5)
    assert read_share() == 10
    wait(100)
    assert read_share() == 20
    # A day's share of the store is read though less was allowed.
    allow(1)
    wait(1)
    assert read_share() == 2


def test_a_file_that_is_good_again_is_unmarked_and_one_that_is_brought_replaces_it() -> None:
    content = b"good content"
    sha256 = put_bytes(content=content, media_type="text/plain")
    path = spoil(sha256)
    assert check_content(sha256, len(content)) is Damage.CONTENT
    assert check(is_read=False).corrupt == [sha256]
    path.write_bytes(content)
    assert check_content(sha256, len(content)) is None
    assert damaged_files() == {}
    spoil(sha256)
    check_content(sha256, len(content))
    # Any content that is stored again takes the place of the damaged one, not imports alone.
    put_bytes(content=content, media_type="text/plain")
    assert path.read_bytes() == content
    assert damaged_files() == {}
    path.unlink()
    assert check(is_read=False).missing == [sha256]
    assert damaged_files() == {sha256: Damage.MISSING}
    path.write_bytes(content)
    assert check(is_read=False).is_well
    assert damaged_files() == {}


def test_a_file_that_is_put_in_order_while_it_is_read_is_not_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sha256 = put_bytes(content=b"good", media_type="text/plain")
    path = spoil(sha256)

    def read_then_repaired(*_: object) -> Damage:
        path.unlink()
        path.write_bytes(b"good")
        return Damage.CONTENT

    monkeypatch.setattr("backend.files.services.rounds.content_damage", read_then_repaired)
    assert check_content(sha256, 4) is None
    assert damaged_files() == {}


def test_health_and_the_command_name_damaged_files_and_their_samples(
    api: APIClient, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = send(api, begin(api, world), {"cat.png": image(1)})[0]
    sha256 = Blob.objects.get().sha256
    assert ok(api.get("/api/v1/health"))["files"] == {"num_damaged": 0, "completed_at": None}
    spoil(sha256)
    read_on(2**40)
    found = ok(api.get("/api/v1/health"))
    assert (found["status"], found["files"]["num_damaged"]) == ("degraded", 1)
    with pytest.raises(SystemExit):
        call_command("check_store", "--json", "--quick")
    told = json.loads(capsys.readouterr().out)
    assert told["corrupt"] == [sha256]
    assert "cat.png" in told["damaged_samples"][0]
    assert outcome["sample_id"] in told["damaged_samples"][0]
    assert told["round"]["num_damaged"] == 1
    assert told["stuck_jobs"] == []


@pytest.mark.parametrize("damage", ["missing", "changed", "marked"])
def test_an_export_names_the_samples_whose_files_are_damaged_and_keeps_the_others(
    api: APIClient, world: World, damage: str
) -> None:
    contents = {f"{n}.png": image(n) for n in range(3)}
    outcomes = {one["name"]: one for one in send(api, begin(api, world), contents)}
    world.dataset.refresh_from_db()
    split = {"kind": "random", "train": 1.0, "validation": 0.0, "test": 0.0, "seed": 0}
    version = freeze_version(
        dataset=world.dataset, split=split, requested_by=world.caller, include_unlabelled=True
    )
    build_version(version.id, lambda done, total: None)
    bad = Sample.objects.get(name="1.png")
    path = store().local_path(key_of(bad.blob_id))
    assert path is not None
    if damage == "missing":
        path.unlink()
    else:
        spoil(bad.blob_id)
    if damage == "marked":
        check_content(bad.blob_id, bad.bytes)
    address = f"/api/v1/dataset-versions/{version.id}/export"
    if damage != "changed":
        losses = ok(api.get(f"{address}-losses?format=json_lines"))["losses"]
        assert [(one["code"], one["num"]) for one in losses] == [("sample_file_damaged", 1)]
    response = api.get(f"{address}?format=json_lines")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))
    assert archive.testzip() is None
    named = json.loads(archive.read("losses.json"))
    assert [one["code"] for one in named] == ["sample_file_damaged"]
    assert named[0]["places"] == [f"1.png ({outcomes['1.png']['sample_id']})"]
    assert sum(name.endswith(".png") for name in archive.namelist()) == 3 - (damage != "changed")


@pytest.mark.parametrize("damage", ["missing", "marked"])
def test_a_training_names_the_sample_whose_file_is_damaged(
    api: APIClient, world: World, tmp_path: Path, damage: str
) -> None:
    outcome = send(api, begin(api, world), {"cat.png": image(1)})[0]
    blob = Blob.objects.get()
    path = spoil(blob.sha256)
    if damage == "missing":
        path.unlink()
    else:
        check_content(blob.sha256, blob.bytes)
    record = {"id": outcome["sample_id"], "name": "cat.png", "sha256": blob.sha256}
    with pytest.raises(NotFound) as refused:
        write_records([record], tmp_path / "index.jsonl")
    assert refused.value.code == "sample_file_damaged"
    assert refused.value.params["sample"] == "cat.png"
    assert refused.value.params["sample_id"] == outcome["sample_id"]
