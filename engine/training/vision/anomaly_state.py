"""A finished anomaly network in the work folder: its weights, its memory, and how it was made."""

from __future__ import annotations

from pathlib import Path

from engine.models.anomaly_weights import load_anomaly_weights
from engine.models.vision.anomaly.anomaly_maps import AnomalyMapper
from engine.specs.package.report import TrainingSummary
from engine.training.checkpoint import (
    not_trained,
    read_tensors,
    require_same_run,
    write_tensors,
)

FILE = "checkpoints/normal.safetensors"


def save_model(
    work: Path, model: AnomalyMapper, summary: TrainingSummary, fingerprint: str
) -> None:
    """Write a network that has learnt what is normal.

    Raises:
        ResourceError: ``disk_full``.
    """
    header = {"facts": summary.model_dump_json(), "fingerprint": fingerprint}
    write_tensors(work / FILE, model.state_dict(), header)


def restore_model(work: Path, model: AnomalyMapper, fingerprint: str) -> TrainingSummary:
    """Fill a network with what the work folder holds; return how it was made.

    Raises:
        SpecError: ``not_trained`` when there is none, ``checkpoint_differs`` when it belongs to
            another run.
        EngineError: ``checkpoint_damaged`` when it is not readable.
    """
    path = work / FILE
    if not path.exists():
        raise not_trained(work)
    tensors, header = read_tensors(path)
    require_same_run(header, fingerprint, work)
    load_anomaly_weights(model, tensors)
    return TrainingSummary.model_validate_json(header["facts"])
