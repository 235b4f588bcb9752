"""A model that nobody trained, published on a running site: for pages that only call it.

Run as a process of its own, it puts the model into the site's database, which the tests' process
does not know, and prints the id of its version.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from uuid import uuid4

import django
from playwright.sync_api import Page

from tests.end_to_end import sample_project
from tests.end_to_end.api import call
from tests.end_to_end.members import organisation_of
from tests.reports import classified, sectioned
from tests.sdk.boxes_package import write_boxes_package
from tests.sdk.tiny_package import write_package
from tests.site import ROOT, Site, environment

# By task: what writes the package, and the report of a good model.
MODELS = {
    "image.classification": (write_package, classified([[9, 1, 0], [0, 9, 1], [0, 0, 10]])),
    "image.object_detection": (write_boxes_package, sectioned("map_50", 0.9)),
}


def publish(owner: Page, site: Site, task: str) -> tuple[str, str]:
    """Make a project with an endpoint that answers; return the ids of both."""
    fields = {"organisation_id": organisation_of(owner, site), "name": "Ready", "task": task}
    project: str = call(owner, site, "POST", "projects", data=fields)["id"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.end_to_end.ready_model", task, project],
        cwd=ROOT, env=environment(site.data, 1), check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    fields = {
        "model_version_id": done.stdout.decode().strip(),
        "name": "Ready",
        "suffix": f"ready-{uuid4().hex[:8]}",
    }
    endpoint: str = call(owner, site, "POST", "deployments", data=fields)["id"]
    sample_project.wait_until(
        lambda: sample_project.is_running(owner, site, project), "an endpoint that answers", 120
    )
    return project, endpoint


def main(task: str, project: str) -> None:
    """Put the model of a task into a project."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")
    django.setup()
    from backend.model_registry.models import Model, ModelVersion
    from backend.model_registry.services.versions import store_package

    write, report = MODELS[task]
    with tempfile.TemporaryDirectory() as folder:
        package = write(Path(folder) / "package")
        (package / "report.json").write_text(report.model_dump_json(), encoding="utf-8")
        manifest = json.loads((package / "manifest.json").read_bytes())
        version = ModelVersion.objects.create(
            model=Model.objects.create(project_id=project, name="Ready"),
            number=1,
            manifest=manifest,
            report=report.model_dump(mode="json"),
            primary_metric=report.primary_metric,
            metric=0.9,
            package_blob_id=store_package(package),
        )
    sys.stdout.write(str(version.id))


if __name__ == "__main__":
    main(*sys.argv[1:])
