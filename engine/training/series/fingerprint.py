"""Tell whether two runs on series would give the same model."""

from __future__ import annotations

import hashlib

from engine.data.tabular.series_dataset import SeriesDataset
from engine.specs.training import TrainingSpec

_SAYS_NOTHING = {"run_id", "resources", "model_name", "model_version", "data"}


def fingerprint(spec: TrainingSpec, train: SeriesDataset) -> str:
    """Return a digest of all that decides the result, so that no run resumes another's work."""
    digest = hashlib.sha256(spec.model_dump_json(exclude=_SAYS_NOTHING).encode())
    for one in train.series:
        digest.update(f"{one.name} {one.start.isoformat()}".encode())
        digest.update(one.raw.tobytes())
    digest.update(train.origins.tobytes())
    return digest.hexdigest()
