"""Checkpoints that are whole or absent: safetensors with the progress as JSON in the header."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn, optim

from engine.disk import write_atomically
from engine.errors import EngineError, SpecError
from engine.training.ema import MovingAverage

LAST = "checkpoints/last.safetensors"
BEST = "checkpoints/best.safetensors"


@dataclass
class Progress:
    """Where a run stands: ``batch`` batches of ``epoch`` are done, ``step`` in all.

    ``loss_sum`` and ``num_seen`` belong to the running epoch, ``train_seconds`` to the whole run
    over all its processes. ``best_metric`` is ``None`` before the first validation.
    """

    step: int = 0
    epoch: int = 0
    batch: int = 0
    loss_sum: float = 0.0
    num_seen: int = 0
    best_metric: float | None = None
    best_epoch: int = 0
    epochs_without_gain: int = 0
    is_done: bool = False
    train_seconds: float = 0.0


@dataclass(frozen=True)
class TrainingState:
    """All that learns or adapts in a run, beside the generators of random numbers.

    A ``scaler`` that is not enabled has no state; that of float16 adapts the scale of the loss.
    """

    model: nn.Module
    average: MovingAverage
    optimizer: optim.Optimizer
    scaler: torch.amp.GradScaler


def save_last(work: Path, progress: Progress, fingerprint: str, state: TrainingState) -> None:
    """Write all that an exact resume needs.

    Raises:
        ResourceError: ``disk_full``; the earlier checkpoint is intact.
    """
    tensors = {f"model.{name}": value for name, value in state.model.state_dict().items()}
    averages = state.average.model.state_dict()
    tensors |= {f"average.{name}": value for name, value in averages.items()}
    for index, moments in state.optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer.{index}.{name}": value for name, value in moments.items()}
    tensors["random.cpu"] = torch.get_rng_state()
    if next(state.model.parameters()).is_cuda:
        tensors["random.cuda"] = torch.cuda.get_rng_state()
    header = {
        "progress": json.dumps(asdict(progress)),
        "fingerprint": fingerprint,
        "scaler": json.dumps(state.scaler.state_dict()),
    }
    write_tensors(work / LAST, tensors, header)


def save_best(work: Path, model: nn.Module) -> None:
    """Write the weights of the best epoch.

    Raises:
        ResourceError: ``disk_full``; the earlier file is intact.
    """
    write_tensors(work / BEST, model.state_dict(), {})


def load_best(work: Path, model: nn.Module) -> None:
    """Copy the weights of the best epoch into a model."""
    tensors, _ = read_tensors(work / BEST)
    _copy(tensors, model.state_dict())


def load_last(work: Path, fingerprint: str, state: TrainingState) -> Progress | None:
    """Restore a run, or return ``None`` when the work folder has no checkpoint.

    Raises:
        SpecError: ``checkpoint_differs`` when it belongs to another run.
        EngineError: ``checkpoint_damaged`` when it is not readable.
    """
    path = work / LAST
    if not path.exists():
        return None
    tensors, header = read_tensors(path)
    require_same_run(header, fingerprint, work)
    _copy(_part(tensors, "model."), state.model.state_dict())
    _copy(_part(tensors, "average."), state.average.model.state_dict())
    _load_optimizer(_part(tensors, "optimizer."), state.optimizer)
    # The scaler of other precisions refuses a state, and has none to restore.
    if state.scaler.is_enabled():
        state.scaler.load_state_dict(json.loads(header["scaler"]))
    torch.set_rng_state(tensors["random.cpu"])
    if "random.cuda" in tensors and torch.cuda.is_available():
        torch.cuda.set_rng_state(tensors["random.cuda"])
    return Progress(**json.loads(header["progress"]))


def write_tensors(path: Path, tensors: dict[str, Tensor], header: dict[str, str]) -> None:
    """Write tensors, and texts into the header of their file.

    Raises:
        ResourceError: ``disk_full``; the earlier file is intact.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Safetensors refuses views; the networks' weights lie with their channels last.
    contiguous = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
    write_atomically(path, save(contiguous, header))


def not_trained(work: Path) -> SpecError:
    """Return the error of a work folder without a model."""
    return SpecError(f"'{work}' holds no trained model. Train there first.", code="not_trained")


def require_same_run(header: dict[str, str], fingerprint: str, work: Path) -> None:
    """Refuse what another run wrote.

    Raises:
        SpecError: ``checkpoint_differs``.
    """
    if header.get("fingerprint") != fingerprint:
        raise SpecError(
            f"The checkpoint in '{work}' was written by a run with other data or options. "
            "Use an empty work folder, or repeat the run with its own spec.",
            code="checkpoint_differs",
            path=str(work),
        )


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Return the tensors of a file and the texts of its header.

    Raises:
        EngineError: ``checkpoint_damaged``.
    """
    try:
        with safe_open(path, framework="pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}  # noqa: SIM118
    except (OSError, SafetensorError) as error:
        raise EngineError(
            f"The checkpoint '{path.name}' is damaged ({error}). Delete the work folder's "
            "'checkpoints' and start the run again.",
            code="checkpoint_damaged",
            path=str(path),
        ) from error


def _part(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {
        name.removeprefix(prefix): value
        for name, value in tensors.items()
        if name.startswith(prefix)
    }


@torch.no_grad()
def _copy(source: dict[str, Tensor], target: dict[str, Tensor]) -> None:
    """Copy in place, so that devices and memory formats stay as they are."""
    for name, value in target.items():
        value.copy_(source[name])


def _load_optimizer(tensors: dict[str, Tensor], optimizer: optim.Optimizer) -> None:
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    state: dict[int, dict[str, Tensor]] = {}
    for name, value in tensors.items():
        index, key = name.split(".", 1)
        parameter = parameters[int(index)]
        if value.shape == parameter.shape:
            # A fused step wants moments laid out in memory as their parameter is.
            value = torch.empty_like(parameter, requires_grad=False).copy_(value)
        state.setdefault(int(index), {})[key] = value
    optimizer.load_state_dict(
        {"state": state, "param_groups": optimizer.state_dict()["param_groups"]}
    )
