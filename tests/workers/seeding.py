"""Fill an installation with what a run needs: a person, a project, a frozen dataset version.

Runs as a process of its own (``python -m tests.workers.seeding``), because the tests' process has
another database. Prints the ids as JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")

import django

django.setup()

from django.conf import settings

from backend.accounts.models import ApiKey, Membership, Organisation, Role, User
from backend.datasets.models import Dataset, DatasetVersion, Sample
from backend.files.contracts.keys import key_of
from backend.files.services.blobs import put_bytes
from backend.projects.models import Project
from engine.specs.package.report import Estimate
from tests.reports import classified, summary
from tests.sdk.tiny_package import LABELS, plain_image, write_package

COLOURS = {"red": (220, 20, 20), "green": (20, 220, 20), "blue": (20, 20, 220)}
SPLITS = ("train", "train", "train", "validation", "test")


def main() -> None:
    """Seed and print."""
    write_report(write_package(settings.ENVIRONMENT.data / "package"))
    user = User.objects.create_user(email=f"{secrets.token_hex(4)}@example.com", password=None)
    organisation = Organisation.objects.create(name="Tests")
    Membership.objects.create(organisation=organisation, user=user, role=Role.OWNER)
    secret = f"ek_{secrets.token_urlsafe(16)}"
    ApiKey.objects.create(
        user=user,
        organisation=organisation,
        name="tests",
        prefix=secret[:8],
        sha256=hashlib.sha256(secret.encode()).hexdigest(),
        scopes=["read", "write", "admin"],
    )
    project = Project.objects.create(
        organisation=organisation, name="Colours", task="image.classification", created_by=user
    )
    version = freeze(project)
    ids = {
        "key": secret,
        "organisation": str(organisation.id),
        "project": str(project.id),
        "version": str(version.id),
        "sample": str(version.dataset.samples.first().id),
    }
    sys.stdout.write(json.dumps(ids))


def freeze(project: Project) -> DatasetVersion:
    """Make a dataset of thirty plain images and freeze it."""
    dataset = Dataset.objects.create(project=project, name="Plain", task=project.task)
    records, counts = [], {split: {"total": 0, "labels": {}} for split in set(SPLITS)}
    for label in LABELS:
        for number in range(10):
            red, green, blue = COLOURS[label]
            content = plain_image((red, green, blue), 24 + number, 32)
            sha256 = put_bytes(content=content, media_type="image/png")
            sample = Sample.objects.create(
                dataset=dataset, blob_id=sha256, name=f"{label}{number}.png", width=32,
                height=24 + number, bytes=len(content), created_at=project.created_at,
            )  # fmt: skip
            split = SPLITS[number % len(SPLITS)]
            counts[split]["total"] += 1
            counts[split]["labels"][label] = counts[split]["labels"].get(label, 0) + 1
            records.append(
                {
                    "id": str(sample.id), "file": key_of(sha256), "name": sample.name,
                    "sha256": sha256, "width": 32, "height": 24 + number, "split": split,
                    "labels": [label],
                }
            )  # fmt: skip
    index = "".join(json.dumps(record) + "\n" for record in records).encode()
    return DatasetVersion.objects.create(
        dataset=dataset,
        number=1,
        state="ready",
        multi_label=False,
        split_recipe={},
        labels=[{"name": label, "color": "#888888"} for label in LABELS],
        counts=counts,
        num_samples=len(records),
        index_blob_id=put_bytes(content=index, media_type="application/x-ndjson"),
    )


def write_report(package: Path) -> None:
    """Give the package the report of a good model."""
    report = classified(
        [[2, 0, 0], [0, 2, 0], [0, 0, 2]],
        accuracy=Estimate(value=0.99, low=0.9, high=1.0, num_samples=6),
        training=summary(train_samples=18, epochs=4),
    )
    (package / "report.json").write_text(report.model_dump_json())
    heatmaps = package / "heatmaps"
    heatmaps.mkdir(exist_ok=True)
    (heatmaps / "a.png").write_bytes(plain_image((1, 2, 3)))


if __name__ == "__main__":
    main()
