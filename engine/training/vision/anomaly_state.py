"""A finished anomaly network in the work folder: its weights, its memory, and how it was made."""

from __future__ import annotations

from pathlib import Path

from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from engine.disk import write_atomically
from engine.errors import EngineError, SpecError
from engine.models.anomaly_weights import load_anomaly_weights
from engine.models.vision.anomaly.anomaly_maps import AnomalyMapper
from engine.specs.package.report import TrainingSummary

FILE = "checkpoints/normal.safetensors"


def save_model(
    work: Path, model: AnomalyMapper, summary: TrainingSummary, fingerprint: str
) -> None:
    """Write a network that has learnt what is normal.

    Raises:
        ResourceError: ``disk_full``.
    """
    tensors = {name: value.cpu().contiguous() for name, value in model.state_dict().items()}
    header = {"facts": summary.model_dump_json(), "fingerprint": fingerprint}
    (work / FILE).parent.mkdir(parents=True, exist_ok=True)
    write_atomically(work / FILE, save(tensors, header))


def restore_model(work: Path, model: AnomalyMapper, fingerprint: str) -> TrainingSummary:
    """Fill a network with what the work folder holds; return how it was made.

    Raises:
        SpecError: ``not_trained`` when there is none, ``checkpoint_differs`` when it belongs to
            another run.
        EngineError: ``checkpoint_damaged`` when it is not readable.
    """
    path = work / FILE
    if not path.exists():
        raise SpecError(f"'{work}' holds no trained model. Train there first.", code="not_trained")
    try:
        with safe_open(path, "pt") as file:
            header = file.metadata()
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (OSError, SafetensorError) as error:
        raise EngineError(
            f"The checkpoint '{path.name}' is damaged ({error}). Delete the work folder's "
            "'checkpoints' and start the run again.",
            code="checkpoint_damaged",
            path=str(path),
        ) from error
    if header["fingerprint"] != fingerprint:
        raise SpecError(
            f"The checkpoint in '{work}' was written by a run with other data or options. "
            "Use an empty work folder, or repeat the run with its own spec.",
            code="checkpoint_differs",
            path=str(work),
        )
    load_anomaly_weights(model, tensors)
    return TrainingSummary.model_validate_json(header["facts"])
