"""From image files to a called endpoint with as little of each as will do: ``python -m`` this.

The processes are those of ``make demo`` and its real engine; forty images and one epoch are
enough to have each of them at work. The data folder is that of the environment.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from easel.client import Client

from backend.demo.account import Account, sign_in
from backend.demo.site import start_site, stop_site
from tests.end_to_end.digits import write_digits

PORT = 8000
URL = f"http://127.0.0.1:{PORT}"
NUM_PER_CLASS = 4
SPLIT = {"kind": "random", "train": 0.5, "validation": 0.25, "test": 0.25, "seed": 0}


def main() -> int:
    """Start everything, go all the way, stop everything."""
    site = start_site(URL, PORT)
    assert site is not None, "Another site answers in what should be a network of its own."
    try:
        with tempfile.TemporaryDirectory() as folder:
            travel(sign_in(URL), Path(folder) / "digits")
    finally:
        stop_site(site)
    return 0


def travel(account: Account, folder: Path) -> None:
    """Import, freeze, train, publish and call."""
    write_digits(folder, range(NUM_PER_CLASS))
    with Client(URL, api_key=account.api_key) as client:
        project = client.projects.create(
            organisation_id=account.organisation_id, name="Digits", task="image.classification"
        )
        dataset = client.datasets.create(project_id=project["id"], name="Digits")
        client.imports.folder(dataset["id"], folder, format="image_folder")
        version = client.datasets.freeze(dataset["id"], split=SPLIT)
        client.jobs.wait(version["job"]["id"])
        model = train(client, project["id"], version["id"])
        deployment = client.deployments.create(
            model_version_id=model, name="Digits", suffix="digits"
        )
        deployment = client.deployments.wait_until_running(deployment["id"])
        token = client.deployments.act(deployment["id"], "tokens")["access_token"]
        image = next(folder.rglob("*.png")).read_bytes()
        headers = {"Authorization": f"Bearer {token}"}
        response = httpx.post(deployment["predict_url"], content=image, headers=headers, timeout=30)
        assert response.json()["results"], response.text


def train(client: Client, project: str, version: str) -> Any:
    """Return the id of the model version that one epoch makes."""
    run = client.training_runs.create(
        project_id=project,
        name="Digits",
        dataset_version_ids=[version],
        target="cloud_api",
        tier="fast",
        backbone="small_cnn",
        options={"epochs": 1},
        pretrained=False,
    )
    client.jobs.wait(run["job"]["id"])
    return client.training_runs.get(run["id"])["model_version_id"]


if __name__ == "__main__":
    sys.exit(main())
