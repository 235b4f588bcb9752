"""Files are whole or absent, wherever they are kept."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import override_settings
from rest_framework.test import APIClient

from backend.api.errors import NotFound
from backend.datasets.models import DatasetVersion, Sample
from backend.datasets.selectors.references import version_refs
from backend.datasets.services.trash import purge_trash, trash_batch
from backend.files.contracts.keys import key_of
from backend.files.services.backends import FolderStore
from backend.files.services.blobs import put_bytes, put_path
from backend.files.services.store import store
from backend.training.services.index import write_data
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_versions import fill, freeze

ROOT = Path(__file__).resolve().parents[3]


def names(folder: Path) -> set[str]:
    """Return the files below a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_file_that_lost_its_end_is_written_again(tmp_path: Path) -> None:
    files = FolderStore(tmp_path)
    files.put("blobs/a", b"content")
    for torn in (b"", b"con"):
        (tmp_path / "blobs" / "a").write_bytes(torn)
        files.put_many({"blobs/a": b"content"})
        assert (tmp_path / "blobs" / "a").read_bytes() == b"content"
    (tmp_path / "blobs" / "a").write_bytes(b"")
    (tmp_path / "source").write_bytes(b"content")
    files.put_file("blobs/a", tmp_path / "source")
    assert names(tmp_path) == {"blobs/a"}
    assert (tmp_path / "blobs" / "a").read_bytes() == b"content"


FULL_DISK = """
import json, resource, sys
from pathlib import Path
from backend.api.errors import ApiError
from backend.files.services.backends import FolderStore

folder = Path(sys.argv[1])
source = folder / "source"
source.write_bytes(bytes(5000))
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
files = FolderStore(folder / "store")
found = []
for act in (
    lambda: files.put("blobs/one", bytes(5000)),
    lambda: files.put_many({"blobs/small": b"x", "blobs/two": bytes(5000)}),
):
    try:
        act()
    except ApiError as error:
        found.append([error.code, error.status])
print(json.dumps(found))
"""


def test_a_disk_that_takes_no_more_is_named_and_leaves_no_part_behind(tmp_path: Path) -> None:
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "deploy/sdk/python/src")))
    }
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path)],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == [["disk_full", 503], ["disk_full", 503]]
    assert names(tmp_path / "store") == {"blobs/small"}


@pytest.fixture(scope="module")
def bucket_server() -> Iterator[str]:
    """An S3 server on the loopback address."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        yield f"http://{host}:{port}"
    finally:
        server.stop()


@pytest.fixture
def bucket(bucket_server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Files are kept in a bucket of their own."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    name = f"easel-{uuid4().hex[:12]}"
    environment = dataclasses.replace(
        settings.ENVIRONMENT, files_url=f"s3://{name}/deep/prefix", files_endpoint=bucket_server
    )
    with override_settings(ENVIRONMENT=environment):
        store().kept.file_system.mkdir(name)  # type: ignore[attr-defined]
        yield name


@pytest.mark.django_db
def test_a_bucket_takes_gives_and_forgets_files(bucket: str, tmp_path: Path) -> None:
    files = store()
    assert files.root == f"s3://{bucket}/deep/prefix"
    content = os.urandom(9 << 20)
    (tmp_path / "large").write_bytes(content)
    sha256 = put_path(path=tmp_path / "large", media_type="application/zip")
    assert not (tmp_path / "large").exists()
    with files.open(key_of(sha256)) as file:
        file.seek(8 << 20)
        assert file.read() == content[8 << 20 :]
    small = put_bytes(content=b"small", media_type="text/plain")
    assert files.exists(key_of(small))
    assert files.local_path(key_of(small)) is None
    files.delete(key_of(small))
    files.delete(key_of(small))
    assert not files.exists(key_of(small))
    with pytest.raises(NotFound):
        files.open(key_of(small))


@pytest.mark.django_db
def test_a_dataset_lives_in_a_bucket_and_is_fetched_for_training(
    bucket: str, world: World, api: APIClient, tmp_path: Path
) -> None:
    fill(world, 9)
    sample = Sample.objects.order_by("name").first()
    assert sample is not None
    path = f"/api/v1/samples/{sample.id}/image"
    whole = api.get(path)
    assert whole["Content-Type"] == "image/png"
    part = api.get(path, HTTP_RANGE="bytes=4-9")
    assert part.status_code == 206
    assert part.content == whole.content[4:10]
    assert api.get(f"{path}?size=160")["Content-Type"] == "image/webp"
    version = freeze(api, world)
    row = DatasetVersion.objects.get(id=version["id"])
    data = write_data(list(version_refs([row.id]).values()), tmp_path)
    records = [json.loads(line) for line in (tmp_path / "samples.jsonl").read_text().splitlines()]
    assert len(records) == 9
    assert all(key_of(record["sha256"]) == record["file"] for record in records)
    assert all((Path(data.files_root) / record["file"]).stat().st_size > 0 for record in records)
    exported = ok_stream(api, f"/api/v1/dataset-versions/{version['id']}/export?format=csv_labels")
    assert exported.startswith(b"PK")
    unlabelled = Sample.objects.get(name="unlabelled.png")
    trash_batch(world.dataset, [unlabelled.id])
    assert purge_trash(world.dataset.id, lambda done, total: None)["bytes_freed"] > 0
    assert not store().exists(key_of(unlabelled.blob_id))
    assert ok(api.get(f"/api/v1/datasets/{world.dataset.id}"))["num_samples"] == 9


def ok_stream(api: APIClient, path: str) -> bytes:
    """Return a streamed body."""
    response = api.get(path)
    assert response.status_code == 200
    return b"".join(response.streaming_content)
