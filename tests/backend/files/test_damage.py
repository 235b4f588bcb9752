"""Damaged files are found and replaced, what was left behind is deleted, and nothing else."""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from datetime import timedelta
from pathlib import Path

import fsspec
import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from backend.api.errors import Invalid, NotFound
from backend.files.contracts.damage import Damage
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services import backends
from backend.files.services.blobs import put_bytes
from backend.files.services.buckets import BucketStore
from backend.files.services.checking import check, delete_orphan, repair
from backend.files.services.store import store
from backend.files.thumbnails import ensure_thumbnail
from backend.model_registry.services.packages import unpacked
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_imports import begin, send
from tests.backend.images import image

pytestmark = pytest.mark.django_db
NOW = timedelta()


def stored(sha256: str) -> Path:
    path = store().local_path(key_of(sha256))
    assert path is not None
    return path


@pytest.mark.parametrize("damage", ["missing", "cut off", "changed"])
def test_importing_the_good_file_again_repairs_it(
    api: APIClient, world: World, damage: str
) -> None:
    import_id = begin(api, world)
    outcome = send(api, import_id, {"a.png": image(1)})[0]
    address = f"/api/v1/samples/{outcome['sample_id']}"
    sha256 = Blob.objects.get().sha256
    path = stored(sha256)
    good = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(good[:-9] if damage == "cut off" else b"x" + good[1:])
    if damage != "changed":
        assert ok(api.get(f"{address}/file"), 404)["code"] == "file_damaged"
        known = ok(api.post(f"/api/v1/imports/{import_id}/known", {"sha256s": [sha256]}))
        assert known["known"] == []
    found = check(is_read=True)
    assert [found.missing, found.wrong_size, found.corrupt].count([sha256]) == 1
    assert send(api, import_id, {"a.png": image(1)})[0]["outcome"] == "duplicate"
    assert path.read_bytes() == good
    assert check(is_read=True).is_well
    assert api.get(f"{address}/file").status_code == 200


@pytest.mark.parametrize("damage", ["missing", "changed"])
def test_importing_the_good_file_again_repairs_it_in_a_bucket_too(
    api: APIClient, world: World, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = fsspec.filesystem("memory")
    bucket = BucketStore(prefix="bucket", file_system=kept)
    monkeypatch.setattr(backends, "_store", lambda *_, **__: bucket)
    import_id = begin(api, world)
    outcome = send(api, import_id, {"a.png": image(1)})[0]
    path = f"bucket/{key_of(Blob.objects.get().sha256)}"
    good = kept.cat_file(path)
    if damage == "missing":
        kept.rm_file(path)
    else:
        kept.pipe_file(path, b"x" + good[1:])
        check(is_read=True)
    assert send(api, import_id, {"a.png": image(1)})[0]["outcome"] == "duplicate"
    assert kept.cat_file(path) == good
    assert check(is_read=True).is_well
    assert api.get(f"/api/v1/samples/{outcome['sample_id']}/file").status_code == 200


@pytest.mark.parametrize("read", ["file", "image", "image?size=160"])
def test_a_browser_that_kept_damaged_bytes_gets_the_good_ones_after_the_repair(
    api: APIClient, world: World, read: str
) -> None:
    import_id = begin(api, world)
    outcome = send(api, import_id, {"a.png": image(1)})[0]
    address = f"/api/v1/samples/{outcome['sample_id']}/{read}"
    path = stored(Blob.objects.get().sha256)
    good = path.read_bytes()
    # The last chunk alone: the image can still be decoded, and nobody knows of the damage yet.
    path.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    kept = api.get(address)
    assert kept.status_code == 200
    # A browser asks again, soon and with the tag of what it has.
    assert "must-revalidate" in kept["Cache-Control"]
    assert int(re.findall(r"max-age=(\d+)", kept["Cache-Control"])[0]) <= 3600
    assert api.get(address, HTTP_IF_NONE_MATCH=kept["ETag"]).status_code == 304
    send(api, import_id, {"a.png": image(1)})
    response = api.get(address, HTTP_IF_NONE_MATCH=kept["ETag"])
    assert response.status_code == 200
    assert response["ETag"] != kept["ETag"]
    assert "size" in read or response.content == good
    part = api.get(address, headers={"Range": "bytes=0-3", "If-Range": kept["ETag"]})
    assert part.status_code == 200


def test_a_file_that_is_known_to_have_other_bytes_is_sent_nowhere(
    api: APIClient, world: World
) -> None:
    outcome = send(api, begin(api, world), {"a.png": image(1)})[0]
    address = f"/api/v1/samples/{outcome['sample_id']}"
    sha256 = Blob.objects.get().sha256
    assert api.get(f"{address}/image?size=160").status_code == 200
    path = stored(sha256)
    path.write_bytes(b"x" + path.read_bytes()[1:])
    check(is_read=True)
    for read in ("file", "image", "image?size=160", "image?size=320"):
        response = api.get(f"{address}/{read}", headers={"If-None-Match": f'"{sha256}"'})
        assert ok(response, 404)["code"] == "file_damaged"
        assert "immutable" not in response.headers.get("Cache-Control", "")
    with pytest.raises(NotFound) as refused:
        store().open(key_of(sha256))
    assert refused.value.code == "file_damaged"


def test_an_image_that_cannot_be_made_small_is_read_and_found_damaged(
    api: APIClient, world: World
) -> None:
    outcome = send(api, begin(api, world), {"a.png": image(1)})[0]
    path = stored(Blob.objects.get().sha256)
    path.write_bytes(b"x" * path.stat().st_size)
    response = api.get(f"/api/v1/samples/{outcome['sample_id']}/image?size=160")
    assert ok(response, 404)["code"] == "file_damaged"
    assert Blob.objects.get().damage == Damage.CONTENT


def test_an_image_that_is_as_it_came_and_cannot_be_made_small_is_refused_for_good() -> None:
    sha256 = put_bytes(content=b"no image", media_type="image/png")
    with pytest.raises(Invalid) as refused:
        ensure_thumbnail(sha256, 160)
    assert refused.value.code == "preview_failed"


def test_a_model_package_that_changed_in_the_store_is_called_damaged(data_folder: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("manifest.json", "{}" * 99)
    sha256 = put_bytes(content=content.getvalue(), media_type="application/zip")
    path = stored(sha256)
    spoilt = bytearray(path.read_bytes())
    spoilt[60] ^= 255
    path.write_bytes(spoilt)
    with pytest.raises(NotFound) as refused:
        unpacked(sha256)
    assert refused.value.code == "file_damaged"


def test_a_changed_content_is_unknown_to_an_upload_so_that_it_is_sent_and_repaired(
    api: APIClient, world: World
) -> None:
    import_id = begin(api, world)
    send(api, import_id, {"a.png": image(1)})
    sha256 = Blob.objects.get().sha256
    path = stored(sha256)
    good = path.read_bytes()
    path.write_bytes(b"x" + good[1:])
    check(is_read=True)
    address = f"/api/v1/imports/{import_id}"
    assert ok(api.post(f"{address}/known", {"sha256s": [sha256]}))["known"] == []
    files = [{"path": "a.png", "sha256": sha256}]
    response = ok(api.post(f"{address}/references", {"files": files}))
    assert [one["outcome"] for one in response["outcomes"]] == ["unknown"]
    send(api, import_id, {"a.png": image(1)})
    assert path.read_bytes() == good
    assert ok(api.post(f"{address}/known", {"sha256s": [sha256]}))["known"] == [sha256]


def test_what_nothing_refers_to_is_listed_and_deleted_once_it_is_old(data_folder: Path) -> None:
    unused = put_bytes(content=b"unused", media_type="text/plain")
    orphan = "ab" * 32
    path = stored(orphan)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"orphan")
    leftover = data_folder / "uploads" / "incoming-x"
    leftover.parent.mkdir(parents=True)
    leftover.write_bytes(b"half")
    young = check(is_read=False)
    assert (young.unused, young.orphaned, young.leftover) == ([], [], [])
    found = check(is_read=False, grace=NOW)
    assert (found.unused, found.orphaned, found.leftover) == ([unused], [orphan], [str(leftover)])
    assert repair(found) == len(b"unused")
    assert not path.exists()
    assert not leftover.exists()
    assert not stored(unused).exists()
    assert not Blob.objects.exists()


def test_an_orphan_that_somebody_stores_meanwhile_is_kept() -> None:
    sha256 = put_bytes(content=b"kept", media_type="text/plain")
    assert not delete_orphan(sha256)
    assert stored(sha256).read_bytes() == b"kept"
    assert Blob.objects.filter(sha256=sha256).exists()


def test_a_purge_that_was_cut_off_is_finished_by_a_check() -> None:
    sha256 = put_bytes(content=b"gone", media_type="text/plain")
    stored(sha256).unlink()
    repair(check(is_read=False, grace=NOW))
    assert not Blob.objects.exists()


def test_the_command_lists_what_is_wrong_and_says_so_by_its_status(
    api: APIClient, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    send(api, begin(api, world), {"a.png": image(1)})
    call_command("check_store")
    assert "1 files were compared" in capsys.readouterr().out
    sha256 = Blob.objects.get().sha256
    stored(sha256).unlink()
    with pytest.raises(SystemExit):
        call_command("check_store", "--json")
    assert json.loads(capsys.readouterr().out)["missing"] == [sha256]


def test_a_worker_tidies_up_without_touching_what_is_young(data_folder: Path) -> None:
    put_bytes(content=b"young", media_type="text/plain")
    old = data_folder / "uploads" / "incoming-old"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"half")
    os.utime(old, (0, 0))
    repair(check(is_read=False))
    assert not old.exists()
    assert Blob.objects.count() == 1
