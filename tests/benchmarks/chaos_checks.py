"""Looks for everything that an installation accepted while its processes were killed."""

from __future__ import annotations

import hashlib
import io
import time
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.chaos_load import STEPS, Archives, Load
from tests.workers.installation import Installation

FINISHED = ("succeeded", "failed", "cancelled")


@dataclass
class Found:
    """What was accepted and what became of it; ``sentences`` name what is wrong."""

    num_accepted: int = 0
    num_lost: int = 0
    num_doubled: int = 0
    num_torn: int = 0
    sentences: list[str] = field(default_factory=list)

    def lost(self, what: str) -> None:
        """Count something that is not there."""
        self.num_lost += 1
        self.sentences.append(f"lost: {what}")

    def doubled(self, what: str) -> None:
        """Count something that is there twice."""
        self.num_doubled += 1
        self.sentences.append(f"doubled: {what}")

    def torn(self, what: str) -> None:
        """Count something that contradicts itself."""
        self.num_torn += 1
        self.sentences.append(f"torn: {what}")


def look_for_everything(load: Load, patience_seconds: float) -> Found:
    """Wait until all jobs have ended, then compare with what was accepted."""
    found, site = Found(), load.installation
    _wait_for_jobs(load, patience_seconds)
    found.sentences += [f"load: {error}" for error in load.errors]
    found.sentences += [f"call: {failure}" for failure in load.caller.failures[:10]]
    _check_samples(found, site, load.uploads.dataset, load.uploads.accepted)
    for job in load.archives.accepted:
        _check_job(found, site, job, "an import of an archive")
    archived = [
        f"{batch}-{number}.png"
        for batch in range(len(load.archives.accepted))
        for number in range(Archives.SIZE)
    ]
    _check_samples(found, site, load.archives.dataset, archived)
    _check_labels(found, load)
    _check_runs(found, load)
    _check_files(found, site)
    return found


def _wait_for_jobs(load: Load, patience_seconds: float) -> None:
    deadline = time.monotonic() + patience_seconds
    for job in (*load.archives.accepted, *load.runs.jobs.values()):
        while time.monotonic() < deadline:
            if load.installation.get(f"jobs/{job}")["state"] in FINISHED:
                break
            time.sleep(0.2)


def _check_job(found: Found, site: Installation, job_id: str, what: str) -> None:
    job = site.get(f"jobs/{job_id}")
    found.num_accepted += 1
    if job["state"] != "succeeded":
        found.lost(f"{what} is {job['state']}: {job['error']}")


def _check_samples(found: Found, site: Installation, dataset: str, names: Iterable[str]) -> None:
    """Compare the samples of a dataset with the names that were accepted, and with its counter."""
    samples = list(_all(site, f"datasets/{dataset}/samples?page_size=100"))
    there = Counter(sample["name"].rpartition("/")[2] for sample in samples)
    for name in names:
        found.num_accepted += 1
        if there[name] == 0:
            found.lost(f"sample {name}")
    for name, number in there.items():
        if number > 1:
            found.doubled(f"sample {name} is there {number} times")
    counted = site.get(f"datasets/{dataset}")["num_samples"]
    if counted != len(samples):
        found.torn(f"the dataset counts {counted} samples of {len(samples)}")


def _check_labels(found: Found, load: Load) -> None:
    site, labels = load.installation, load.labels
    for sample_id, (revision, label) in labels.last.items():
        if revision == 0:
            continue
        found.num_accepted += revision
        now = site.get(f"samples/{sample_id}")
        if now["revision"] < revision or [one["id"] for one in now["labels"]] != [label]:
            found.lost(f"what was said of sample {sample_id} last")
        if now["revision"] > revision:
            found.doubled(f"sample {sample_id} is at revision {now['revision']} of {revision}")
    counted = site.get(f"datasets/{labels.dataset}")["num_labelled"]
    labelled = sum(revision > 0 for revision, _ in labels.last.values())
    if counted != labelled:
        found.torn(f"the dataset counts {counted} labelled samples of {labelled}")


def _check_runs(found: Found, load: Load) -> None:
    site = load.installation
    for run_id, numbers in load.runs.accepted.items():
        _check_job(found, site, load.runs.jobs[run_id], "a training run")
        run = site.get(f"training-runs/{run_id}")
        if numbers != list(range(1, len(numbers) + 1)):
            found.torn(f"the stream of run {run_id} skipped or repeated events")
        if run["job"]["state"] != "succeeded":
            continue
        series = site.get(f"training-runs/{run_id}/metrics")["series"][0]["points"]
        if [point[0] for point in series] != list(range(1, STEPS + 1)):
            found.torn(f"run {run_id} measured {len(series)} of {STEPS} steps")
        package = site.client.get(f"model-versions/{run['model_version_id']}/package").content
        if zipfile.ZipFile(io.BytesIO(package)).testzip() is not None:
            found.torn(f"the package of run {run_id}")
    path = f"model-versions?project={site.ids['project']}&page_size=100"
    made = Counter(version["training_run_id"] for version in _all(site, path))
    for run_id, number in made.items():
        if number > 1:
            found.doubled(f"run {run_id} made {number} model versions")


def _check_files(found: Found, site: Installation) -> None:
    for path in (site.folder / "files" / "blobs").rglob("*"):
        # Others are uploads that have not come to their end.
        is_stored = path.is_file() and len(path.name) == 64
        if is_stored and hashlib.sha256(path.read_bytes()).hexdigest() != path.name:
            found.torn(f"the stored file {path.name}")


def _all(site: Installation, path: str) -> Iterable[Any]:
    """Yield what a list has, over all its pages."""
    page = site.get(path)
    while True:
        yield from page["results"]
        if page["next"] is None:
            return
        page = site.client.get(page["next"]).json()
