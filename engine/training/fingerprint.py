"""Tell whether two runs would give the same model."""

from __future__ import annotations

import hashlib

from engine.interfaces.dataset import Splits
from engine.specs.training import TrainingSpec

_SAYS_NOTHING = {
    "run_id", "resources", "model_name", "model_version", "data", "plugins", "loss", "metric",
}  # fmt: skip
_NAMES = {"id", "file", "name"}


def fingerprint(spec: TrainingSpec, splits: Splits) -> str:
    """Return a digest of all that decides the result, so that no run resumes another's work."""
    digest = hashlib.sha256(spec.model_dump_json(exclude=_SAYS_NOTHING).encode())
    # Nothing of runs without: those of earlier versions are resumed.
    for part in (*(one.sha256 for one in spec.plugins), spec.loss or "", spec.metric or ""):
        digest.update(part.encode())
    for dataset in (splits.train, splits.validation):
        for record in dataset.records:
            digest.update(record.model_dump_json(exclude=_NAMES, exclude_defaults=True).encode())
        digest.update(b"\n")
    return digest.hexdigest()
