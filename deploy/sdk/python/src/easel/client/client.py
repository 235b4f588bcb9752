"""The client: one object per server, one attribute per noun."""

from __future__ import annotations

from easel.client.collections import (
    BatchPredictions,
    Datasets,
    DatasetVersions,
    Deployments,
    Evaluations,
    Jobs,
    ModelVersions,
    Projects,
    SavedViews,
    Studies,
    TrainingRuns,
)
from easel.client.transport import Json, Transport
from easel.client.upload import Imports


class Client:
    """A connection to an Easel server.

    Args:
        url: address of the server, such as ``http://127.0.0.1:8000``.
        api_key: a personal API key (``ek_…``) from the settings page.
        timeout_seconds: how long one request may take.
    """

    def __init__(
        self, url: str, *, api_key: str | None = None, timeout_seconds: float = 60
    ) -> None:
        self.transport = Transport(url, api_key, timeout_seconds)
        self.projects = Projects(self.transport)
        self.datasets = Datasets(self.transport)
        self.dataset_versions = DatasetVersions(self.transport)
        self.saved_views = SavedViews(self.transport)
        self.imports = Imports(self.transport)
        self.training_runs = TrainingRuns(self.transport)
        self.studies = Studies(self.transport)
        self.model_versions = ModelVersions(self.transport)
        self.evaluations = Evaluations(self.transport)
        self.batch_predictions = BatchPredictions(self.transport)
        self.deployments = Deployments(self.transport)
        self.jobs = Jobs(self.transport)

    def session(self) -> Json:
        """Return who the key belongs to and the organisations it reaches."""
        return self.transport.json("GET", "session")

    def catalog(self) -> Json:
        """Return the tasks, backbones and targets of the server."""
        return self.transport.json("GET", "catalog")

    def close(self) -> None:
        """Close the connections."""
        self.transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
