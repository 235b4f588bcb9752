"""The nouns of the server. Answers are the documents of the HTTP API, as dictionaries."""

from __future__ import annotations

import builtins
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from easel.client.beginnings import batches
from easel.client.errors import JobFailed
from easel.client.transport import Json, Transport


class Collection:
    """A list of documents under one path."""

    path = ""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, **filters: Any) -> Iterator[Json]:
        """Yield all documents that match, page after page."""
        return self._transport.pages(self.path, filters)

    def get(self, id: str) -> Json:
        """Return one document."""
        return self._transport.json("GET", f"{self.path}/{id}")

    def create(self, **fields: Any) -> Json:
        """Create a document."""
        return self._transport.json("POST", self.path, json=fields)

    def update(self, id: str, **fields: Any) -> Json:
        """Change some fields of a document."""
        return self._transport.json("PATCH", f"{self.path}/{id}", json=fields)

    def delete(self, id: str) -> None:
        """Delete a document (most go to the trash)."""
        self._transport.json("DELETE", f"{self.path}/{id}")

    def act(self, id: str, action: str, **fields: Any) -> Json:
        """Ask for an action on a document, such as ``stop``."""
        return self._transport.json("POST", f"{self.path}/{id}/{action}", json=fields)


class Projects(Collection):
    """Projects."""

    path = "projects"

    def overview(self, id: str) -> Json:
        """Return where a project stands."""
        return self._transport.json("GET", f"{self.path}/{id}/overview")

    def purge_preview(self, id: str) -> Json:
        """Return what deleting a project in the trash for good would take away and free."""
        return self._transport.json("GET", f"{self.path}/{id}/purge")


class Datasets(Collection):
    """Datasets, their samples and labels."""

    path = "datasets"

    def samples(self, id: str, **filters: Any) -> Iterator[Json]:
        """Yield the samples that match."""
        return self._transport.pages(f"{self.path}/{id}/samples", filters)

    def labels(self, id: str) -> builtins.list[Json]:
        """Return the labels of a dataset."""
        return self._all(id, "labels")

    def tags(self, id: str) -> builtins.list[Json]:
        """Return the tags of a dataset."""
        return self._all(id, "tags")

    def views(self, id: str) -> builtins.list[Json]:
        """Return the saved views of a dataset."""
        return self._all(id, "views")

    def save_view(self, id: str, **fields: Any) -> Json:
        """Save a filter of samples under a name."""
        return self._transport.json("POST", f"{self.path}/{id}/views", json=fields)

    def versions(self, id: str) -> Iterator[Json]:
        """Yield the versions of a dataset, newest first."""
        return self._transport.pages(f"{self.path}/{id}/versions", {})

    def preview_merge(self, id: str, *, version: str) -> Json:
        """Return what merging a version into a dataset would meet."""
        path = f"{self.path}/{id}/merge-preview"
        return self._transport.json("GET", path, params={"version": version})

    def merge(self, id: str, **fields: Any) -> Json:
        """Start bringing a version's samples into a dataset; its ``job`` says when it is done."""
        return self._transport.json("POST", f"{self.path}/{id}/merges", json=fields)

    def merges(self, id: str) -> builtins.list[Json]:
        """Return what was merged into a dataset, newest first."""
        return self._all(id, "merges")

    def _all(self, id: str, noun: str) -> builtins.list[Json]:
        found: builtins.list[Json] = self._transport.json("GET", f"{self.path}/{id}/{noun}")[
            "results"
        ]
        return found

    def named_splits(self, id: str) -> Json:
        """Return how many samples came with the name of each split."""
        return self._transport.json("GET", f"{self.path}/{id}/named-splits")

    def freeze(self, id: str, *, split: Json, note: str = "") -> Json:
        """Start freezing a version; its ``job`` says when it is ready."""
        fields: Json = {"split": split, **({"note": note} if note else {})}
        return self._transport.json("POST", f"{self.path}/{id}/versions", json=fields)


class DatasetVersions(Collection):
    """Frozen dataset versions."""

    path = "dataset-versions"

    def export(self, id: str, *, format: str, target: str) -> int:
        """Write an export to a file; return its bytes."""
        return self._transport.download(f"{self.path}/{id}/export?format={format}", target)

    def diff(self, id: str, *, base: str) -> Json:
        """Count what differs from another version."""
        return self._transport.json("GET", f"{self.path}/{id}/diff", params={"base": base})

    def different_samples(self, id: str, *, base: str, kind: str) -> Iterator[Json]:
        """Yield the samples that differ in one way: added, removed, relabelled or moved."""
        return self._transport.pages(f"{self.path}/{id}/diff/samples", {"base": base, "kind": kind})

    def fork(self, id: str, **fields: Any) -> Json:
        """Start making a dataset that begins as a version; its ``job`` says when it is done."""
        return self._transport.json("POST", f"{self.path}/{id}/fork", json=fields)

    def lineage(self, id: str) -> Json:
        """Return where a version came from, and what was made of it."""
        return self._transport.json("GET", f"{self.path}/{id}/lineage")


class SavedViews(Collection):
    """Filters of samples under names."""

    path = "saved-views"


class TrainingRuns(Collection):
    """Training runs."""

    path = "training-runs"

    def check(self, dataset_version_ids: Sequence[str], task_options: Json | None = None) -> Json:
        """Say what is wrong with data, and what a run would have to be told that you agree to.

        Returns:
            ``findings``: ``code``, ``message``, ``params``, ``blocking``, and ``confirm`` where the
            option ``accepted`` has to name the code before a run begins.
        """
        fields: Json = {"dataset_version_ids": list(dataset_version_ids)}
        if task_options:
            fields["task_options"] = task_options
        return self._transport.json("POST", f"{self.path}/check", json=fields)

    def estimate(
        self,
        dataset_version_ids: Sequence[str],
        *,
        backbone: str,
        target: str = "cloud_api",
        options: Json | None = None,
    ) -> Json:
        """Say how long networks would train, and which one each tier stands for with this data.

        Returns:
            ``backbones``: ``key``, ``tier``, ``seconds``, ``size_mb`` and ``is_usual`` of each.
        """
        fields: Json = {
            "dataset_version_ids": list(dataset_version_ids),
            "backbone": backbone,
            "target": target,
            "options": options or {},
        }
        return self._transport.json("POST", f"{self.path}/estimate", json=fields)


class Studies(Collection):
    """Searches for the best settings, and their trials."""

    path = "studies"

    def searchable(self, project: str, backbones: Sequence[str] = ()) -> Json:
        """Return what of a project's task can be varied, with default ranges."""
        pairs = [("project", project), *(("backbone", key) for key in backbones)]
        return self._transport.json("GET", f"{self.path}/searchable?{urlencode(pairs)}")

    def trials(self, id: str, **filters: Any) -> Iterator[Json]:
        """Yield the trials of a search."""
        return self._transport.pages(f"{self.path}/{id}/trials", filters)

    def create_scripted(self, **fields: Any) -> Json:
        """Start a search whose trials are run by scripts; see ``easel.tune``."""
        return self._transport.json("POST", f"{self.path}/scripted", json=fields)

    def keep_model(self, id: str, number: int) -> Json:
        """Make a model version of what the best trial trained."""
        return self._transport.json("POST", f"{self.path}/{id}/trials/{number}/model-version")


class ModelVersions(Collection):
    """Trained model versions."""

    path = "model-versions"

    def report(self, id: str) -> Json:
        """Return the evaluation report."""
        return self._transport.json("GET", f"{self.path}/{id}/report")

    def download_package(self, id: str, target: str) -> int:
        """Write the model package to a file; return its bytes."""
        return self._transport.download(f"{self.path}/{id}/package", target)

    def download_sdk(self, id: str, target: str) -> int:
        """Write the built Python SDK to a file; return its bytes."""
        return self._transport.download(f"{self.path}/{id}/sdk", target)


class BatchPredictions(Collection):
    """Predictions of many inputs at once."""

    path = "batch-predictions"

    def send(
        self,
        id: str,
        files: Sequence[tuple[str, Path]],
        *,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Send files to predict, before the start.

        Args:
            id: of the batch prediction.
            files: what predictions call each file, and where it is.
            on_progress: called with files sent and files in all.
        """
        done = 0
        for batch in batches(files):
            contents = [(name, path.read_bytes()) for name, path in batch]
            self._transport.upload(f"{self.path}/{id}/files", contents)
            done += len(batch)
            if on_progress is not None:
                on_progress(done, len(files))

    def download(self, id: str, target: str, *, form: str = "jsonl") -> int:
        """Write the predictions to a file as jsonl, csv or parquet; return its bytes."""
        return self._transport.download(f"{self.path}/{id}/predictions?form={form}", target)


class Evaluations(Collection):
    """Model versions measured on the same samples."""

    path = "evaluations"


class Deployments(Collection):
    """Published endpoints."""

    path = "deployments"

    def wait_until_running(self, id: str, *, timeout_seconds: float = 120) -> Json:
        """Return the endpoint once what runs is what was asked for.

        Raises:
            JobFailed: when it failed to start.
            TimeoutError: when it took longer.
        """
        deadline = time.monotonic() + timeout_seconds
        while time.monotonic() < deadline:
            deployment = self.get(id)
            settled = deployment["observed_generation"] == deployment["generation"]
            if deployment["state"] == "running" and settled:
                return deployment
            if deployment["state"] == "failed":
                raise JobFailed(deployment)
            time.sleep(0.2)
        raise TimeoutError(f"The endpoint was not running after {timeout_seconds:.0f} s.")


class Jobs(Collection):
    """Work in progress."""

    path = "jobs"

    def wait(
        self,
        id: str,
        *,
        on_change: Callable[[Json], None] | None = None,
        timeout_seconds: float = 24 * 3600,
        interval_seconds: float = 0.3,
    ) -> Json:
        """Return the job once it has succeeded; ``on_change`` sees every state on the way.

        Raises:
            JobFailed: when it ended otherwise.
            TimeoutError: when it took longer.
        """
        deadline = time.monotonic() + timeout_seconds
        while time.monotonic() < deadline:
            job = self.get(id)
            if on_change is not None:
                on_change(job)
            if job["state"] == "succeeded":
                return job
            if job["state"] in ("failed", "cancelled"):
                raise JobFailed(job)
            time.sleep(interval_seconds)
        raise TimeoutError(f"The job was not finished after {timeout_seconds:.0f} s.")
