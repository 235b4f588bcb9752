"""A real installation on a small disk that is filled: it stays usable, and goes on afterwards."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.backend.images import image
from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(240)

MIB = 1 << 20
PERSON = {
    "email": "somebody@example.com",
    "password": "a long enough secret",
    "name": "Somebody",
    "organisation_name": "Workshop",
}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A folder that is a disk of 200 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=200m", "tmpfs", str(folder)]
    if subprocess.run(["mount", *options], capture_output=True).returncode != 0:
        pytest.skip("may not mount a file system here, so that no disk can be full")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def installation(disk: Path) -> Iterator[Installation]:
    """Web and worker with all their files on that disk."""
    made = Installation(disk)
    try:
        made.start()
        yield made
    finally:
        made.close()


def fill(disk: Path, *, leaving: int) -> None:
    """Take all room of a disk but so many bytes, as another program might."""
    with contextlib.suppress(OSError), (disk / f"ballast-{leaving}").open("wb") as ballast:
        while (free := shutil.disk_usage(disk).free) > leaving:
            ballast.write(bytes(min(MIB, free - leaving)))
            ballast.flush()


def free_room(disk: Path) -> None:
    for ballast in disk.glob("ballast-*"):
        ballast.unlink()


def sign_in(installation: Installation) -> int:
    """Sign in as a browser does; return the status."""
    address = f"{installation.url}/api/v1"
    with httpx.Client(base_url=address, trust_env=False, timeout=30) as http:
        http.get("session").raise_for_status()
        headers = {"X-CSRFToken": http.cookies["csrftoken"], "Referer": address}
        fields = {name: PERSON[name] for name in ("email", "password")}
        return http.post("session", json=fields, headers=headers).status_code


def sign_up(installation: Installation) -> None:
    address = f"{installation.url}/api/v1"
    with httpx.Client(base_url=address, trust_env=False, timeout=30) as http:
        http.get("session").raise_for_status()
        headers = {"X-CSRFToken": http.cookies["csrftoken"], "Referer": address}
        http.post("users", json=PERSON, headers=headers).raise_for_status()


def upload(installation: Installation, import_id: str, seed: int) -> httpx.Response:
    files = {"files": (f"{seed}.png", image(seed))}
    return installation.client.post(f"imports/{import_id}/files", files=files)


def test_a_full_disk_stops_what_is_large_and_nothing_else_until_there_is_room(
    installation: Installation, disk: Path
) -> None:
    sign_up(installation)
    sample = installation.get(f"samples/{installation.ids['sample']}")
    dataset = sample["dataset_id"]
    body = {"format": "loose_files"}
    import_id = installation.post(f"datasets/{dataset}/imports", body)["id"]
    assert upload(installation, import_id, 1).is_success
    reserve = disk / "reserve"
    wait_for(reserve.is_file, 20)
    # The worker makes the file before it says for the first time that it lives.
    wait_for(lambda: installation.get("health")["status"] == "ok", 20)

    fill(disk, leaving=6 * MIB)
    health = installation.get("health")
    assert (health["status"], health["disk"]["is_full"]) == ("degraded", True)
    assert reserve.is_file()
    refused = upload(installation, import_id, 2)
    assert (refused.status_code, refused.json()["code"]) == (503, "disk_full")
    run = installation.client.post("training-runs", json=_training(installation))
    assert (run.status_code, run.json()["code"]) == (503, "disk_full")
    assert sign_in(installation) == 200

    fill(disk, leaving=0)
    wait_for(lambda: not reserve.exists(), 20)
    assert sign_in(installation) == 200
    assert installation.get("health")["disk"]["is_full"]
    assert installation.get(f"datasets/{dataset}/samples")["results"]
    ids = {"sample_ids": [installation.ids["sample"]]}
    installation.post(f"datasets/{dataset}/trash", ids)
    job = installation.post(f"datasets/{dataset}/purge")
    wait_for(lambda: installation.get(f"jobs/{job['id']}")["state"] == "succeeded", 30)

    free_room(disk)
    assert upload(installation, import_id, 3).is_success
    wait_for(reserve.is_file, 20)
    assert installation.get("health")["status"] == "ok"


def _training(installation: Installation) -> dict[str, Any]:
    return {
        "project_id": installation.ids["project"],
        "dataset_version_ids": [installation.ids["version"]],
        "target": "cloud_api",
        "tier": "fast",
        "backbone": "small_cnn",
        "options": {"epochs": 2},
        "seed": 0,
    }
