"""The web process under a real server: large files in little memory, uploads over its death."""

from __future__ import annotations

import hashlib
import io
import random
import threading
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import psutil
import pytest

from tests.backend.images import image
from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(120)

MIB = 1 << 20
LARGE = 200 * MIB
MAKE_LARGE = f"""
import hashlib, sys
import django
django.setup()
from pathlib import Path
from django.conf import settings
from backend.datasets.models import Sample
from backend.files.services.blobs import put_path
piece = bytes(range(256)) * 4096
path = settings.ENVIRONMENT.data / "large"
with path.open("wb") as file:
    for number in range({LARGE // MIB}):
        file.write(number.to_bytes(4, "big") + piece[4:])
sha256 = put_path(path=path, media_type="image/png")
Sample.objects.filter(id=sys.argv[1]).update(blob_id=sha256)
print(sha256)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """A web process and a worker whose address nobody has set."""
    made = Installation(tmp_path_factory.mktemp("site"), EASEL_WEB_PROCESSES="1")
    made.environment.pop("EASEL_PUBLIC_URL")
    try:
        made.start()
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def large(site: Installation) -> str:
    """The SHA-256 of a large file that is the first sample's."""
    return site.run("-c", MAKE_LARGE, site.ids["sample"]).strip()


def rss(site: Installation) -> int:
    """Return the resident bytes of the web process."""
    return int(site.webs()[0].memory_info().rss)


def test_a_large_file_is_sent_whole_in_little_memory(site: Installation, large: str) -> None:
    path = f"samples/{site.ids['sample']}/image"
    site.get("session")
    before, highest, digest = rss(site), 0, hashlib.sha256()
    with site.client.stream("GET", path) as response:
        assert response.headers["content-length"] == str(LARGE)
        for number, piece in enumerate(response.iter_bytes(MIB)):
            digest.update(piece)
            if number % 10 == 0:
                highest = max(highest, rss(site))
    assert digest.hexdigest() == large
    assert highest - before < 40 * MIB


def test_a_large_range_is_sent_in_pieces_too(site: Installation, large: str) -> None:
    path = f"samples/{site.ids['sample']}/image"
    before, highest, size = rss(site), 0, 0
    headers = {"Range": f"bytes={MIB}-{151 * MIB - 1}"}
    with site.client.stream("GET", path, headers=headers) as response:
        assert response.status_code == 206
        assert response.headers["content-range"] == f"bytes {MIB}-{151 * MIB - 1}/{LARGE}"
        for number, piece in enumerate(response.iter_bytes(MIB)):
            if number == 0:
                assert piece[:4] == (1).to_bytes(4, "big")
            size += len(piece)
            highest = max(highest, rss(site))
    assert size == 150 * MIB
    assert highest - before < 40 * MIB


@pytest.mark.parametrize(
    ("wanted", "status", "content_range", "size"),
    [
        ("bytes=0-3", 206, f"bytes 0-3/{LARGE}", 4),
        ("bytes=-5", 206, f"bytes {LARGE - 5}-{LARGE - 1}/{LARGE}", 5),
        (f"bytes={LARGE - 2}-", 206, f"bytes {LARGE - 2}-{LARGE - 1}/{LARGE}", 2),
        (f"bytes={LARGE}-", 416, f"bytes */{LARGE}", None),
    ],
)
def test_ranges_are_answered_as_http_says(
    site: Installation, large: str, wanted: str, status: int, content_range: str, size: int | None
) -> None:
    del large
    response = site.client.get(f"samples/{site.ids['sample']}/image", headers={"Range": wanted})
    assert (response.status_code, response.headers["content-range"]) == (status, content_range)
    if size is None:
        assert response.json()["status"] == status
    else:
        assert len(response.content) == size


def test_a_reader_who_goes_away_leaves_no_open_file(site: Installation, large: str) -> None:
    def is_open() -> bool:
        return any(large in one.path for one in site.webs()[0].open_files())

    with site.client.stream("GET", f"samples/{site.ids['sample']}/image") as response:
        pieces = response.iter_bytes(MIB)
        next(pieces)
        assert is_open()
    wait_for(lambda: not is_open(), 20)


def test_downloads_are_streamed_without_a_warning(site: Installation) -> None:
    address = f"dataset-versions/{site.ids['version']}/export?format=csv_labels"
    content = site.client.get(address).content
    assert "labels.csv" in zipfile.ZipFile(io.BytesIO(content)).namelist()
    run = site.train(steps=1)
    version = site.wait_for_run(run["id"], "succeeded")["model_version_id"]
    assert site.client.get(f"model-versions/{version}/package").content[:2] == b"PK"
    log = (site.folder / "up.log").read_text()
    assert "Warning" not in log


def test_addresses_carry_the_port_that_was_asked_for(site: Installation) -> None:
    body = {"email": "new@example.com", "role": "viewer"}
    path = f"organisations/{site.ids['organisation']}/invitations"
    assert site.post(path, body)["url"].startswith(f"{site.url}/")


def test_pages_and_answers_tell_browsers_what_they_may_do(site: Installation) -> None:
    with httpx.Client(base_url=site.url, trust_env=False) as browser:
        page, response = browser.get("/"), browser.get("/api/v1/session")
        missing = browser.get("/assets/..%2f..%2f..%2fetc/passwd")
    for one in (page, response):
        policy = one.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "'unsafe-inline'" not in policy.split("style-src")[0]
        assert one.headers["x-content-type-options"] == "nosniff"
        assert one.headers["x-frame-options"] == "DENY"
        assert one.headers["referrer-policy"] == "same-origin"
    assert missing.status_code == 404
    image = site.client.get(f"samples/{site.ids['sample']}/image", headers={"Range": "bytes=0-1"})
    assert image.headers["content-security-policy"] == "default-src 'none'; sandbox"


def new_import(site: Installation) -> str:
    """Begin an upload into a dataset of its own."""
    body = {"project_id": site.ids["project"], "name": f"Upload {random.random()}"}
    dataset = site.post("datasets", body)
    made = site.post(f"datasets/{dataset['id']}/imports", {"format": "loose_files"})
    return str(made["id"])


def put(site: Installation, archive: str, offset: int, chunk: bytes) -> httpx.Response:
    """Send one chunk."""
    headers = {"Content-Type": "application/octet-stream"}
    return site.client.put(
        f"archives/{archive}/chunks?offset={offset}", content=chunk, headers=headers
    )


def test_an_archive_goes_on_where_it_was_after_the_web_process_was_killed(
    site: Installation,
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for number in range(40):
            made.writestr(f"{number}.png", image(number, (64, 64)))
    content, session = out.getvalue(), new_import(site)
    announced = {"name": "all.zip", "num_bytes": len(content)}
    archive = site.post(f"imports/{session}/archives", announced)["id"]
    half = len(content) // 2
    assert put(site, archive, 0, content[:half]).is_success

    def dribble() -> Iterator[bytes]:
        yield content[half : half + 1000]
        site.webs()[0].kill()
        yield content[half + 1000 :]

    with pytest.raises(httpx.TransportError):
        put(site, archive, half, dribble())  # type: ignore[arg-type]
    wait_for(site._is_healthy, 30)
    received = site.get(f"archives/{archive}")["num_received"]
    assert received == half
    assert put(site, archive, received, content[received:]).is_success
    job = site.post(f"archives/{archive}/complete")["job"]
    wait_for(lambda: site.get(f"jobs/{job['id']}")["state"] == "succeeded", 30)
    assert site.get(f"imports/{session}")["num_added"] == 40
    assert site.get(f"jobs/{job['id']}")["result"] == {"num_entries": 40}


def test_batches_that_were_accepted_stay_when_the_web_process_is_killed(
    site: Installation,
) -> None:
    session = new_import(site)
    batches = [
        {f"{batch}-{one}.png": image(1000 + 100 * batch + one) for one in range(20)}
        for batch in range(12)
    ]
    killer = threading.Timer(0.15, lambda: kill(site.webs()[0]))
    killer.start()
    responded = [send(site, session, batch) for batch in batches]
    killer.join()
    wait_for(site._is_healthy, 30)
    accepted = sum(outcomes is not None for outcomes in responded)
    shown = site.get(f"imports/{session}")
    assert shown["num_added"] >= 20 * accepted
    again = [wait_for(lambda one=batch: send(site, session, one), 20) for batch in batches]  # type: ignore[misc]
    for first, second in zip(responded, again, strict=True):
        if first is not None:
            assert {one["outcome"] for one in second} == {"duplicate"}
    assert site.get(f"imports/{session}")["num_added"] == 240


def kill(process: psutil.Process) -> None:
    """Kill a process."""
    process.kill()


def send(site: Installation, session: str, batch: dict[str, bytes]) -> list[Any] | None:
    """Send files; ``None`` when no answer came."""
    files = [("files", (name, content, "image/png")) for name, content in batch.items()]
    try:
        response = site.client.post(f"imports/{session}/files", files=files)
    except httpx.TransportError:
        return None
    assert response.is_success, response.text
    outcomes: list[Any] = response.json()["outcomes"]
    return outcomes
