"""Pretrain a network: batches are made in a thread of their own, and never seen twice."""

from __future__ import annotations

import hashlib
import json
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from torch import nn

import engine
from engine.disk import write_atomically
from engine.errors import TrainingDiverged
from engine.events import time_left
from engine.interfaces.recipe import Recipe as Schedule
from engine.interfaces.run import RunContext
from engine.pretraining.recipe import Recipe
from engine.specs.training import ResourceSpec
from engine.training.checkpoint import Progress, TrainingState, load_last, save_last
from engine.training.ema import MovingAverage
from engine.training.optimizers import build_optimizer
from engine.training.precision import autocast
from engine.training.resources import place
from engine.training.schedules import cosine_with_warmup

Device = Literal["cpu", "cuda"]

METRICS = "checkpoints/metrics.json"
"""The means of what was measured, beside the checkpoint that they belong to."""

WARMUP_SHARE = 0.03
_EMA_DECAY = 0.999
_AHEAD = 4
_CHECKPOINT_SECONDS = 120.0
_STEPS_A_REPORT = 50
_TIMED_STEPS = 40


@dataclass(frozen=True)
class Pretrained:
    """A network that a recipe has taught.

    Attributes:
        network: without the heads of its pretext tasks.
        num_samples: that it was shown.
        seconds: of training, over all its processes.
        metrics: means of the last steps.
    """

    network: nn.Module
    num_samples: int
    seconds: float
    metrics: dict[str, float]


def pretrain(recipe: Recipe, num_steps: int, device: Device, context: RunContext) -> Pretrained:
    """Train for a number of steps, from the work folder's checkpoint when it has one.

    Raises:
        Cancelled: when asked to stop; a checkpoint was written.
        SpecError: ``checkpoint_differs`` when the folder belongs to another recipe.
        TrainingDiverged: when the loss is not a number.
    """
    learning = _Learning(recipe, num_steps, device, context)
    with context.interrupt.deferred():
        learning.run()
    return learning.result()


def steps_in(recipe: Recipe, hours: float, device: Device) -> int:
    """Return how many steps a time is enough for on this machine, by doing some of them."""
    schedule = _schedule(recipe)
    model = place(recipe.new_model(), ResourceSpec(device=device))
    optimizer = build_optimizer(model, schedule)
    began = 0.0
    for step, batch in enumerate(_batches(recipe, 0, _TIMED_STEPS)):
        # The first ones compile, allocate and choose algorithms.
        if step == _TIMED_STEPS // 4:
            began = time.monotonic()
        _learn(recipe, model, optimizer, _moved(batch, device))
    seconds = (time.monotonic() - began) / (_TIMED_STEPS - _TIMED_STEPS // 4)
    return max(1, round(hours * 3600 / seconds))


def sources_digest(recipe: Recipe) -> str:
    """Return the SHA-256 of the code that a recipe's weights depend on."""
    root = Path(engine.__file__).parent
    digest = hashlib.sha256()
    for package in recipe.packages:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\n" + path.read_bytes())
    return digest.hexdigest()


class _Learning:
    def __init__(self, recipe: Recipe, num_steps: int, device: Device, context: RunContext) -> None:
        torch.manual_seed(recipe.seed)
        self._recipe, self._num_steps, self._device = recipe, num_steps, device
        self._context = context
        self._schedule = _schedule(recipe)
        self._model = place(recipe.new_model(), ResourceSpec(device=device))
        self._average = MovingAverage(self._model, _EMA_DECAY)
        self._optimizer = build_optimizer(self._model, self._schedule)
        scaler = torch.amp.GradScaler(device, enabled=False)
        self._state = TrainingState(self._model, self._average, self._optimizer, scaler)
        self._fingerprint = f"{recipe.key} {recipe.version} {recipe.seed} {num_steps}"
        self._progress = load_last(context.work, self._fingerprint, self._state) or Progress()
        self._metrics = _read_metrics(context.work / METRICS) if self._progress.step else {}

    def run(self) -> None:
        """Take the rest of the steps."""
        emit, progress = self._context.emit, self._progress
        emit.phase("train")
        began = saved = time.monotonic()
        begun_at, before = progress.step, progress.train_seconds
        for batch in _batches(self._recipe, progress.step, self._num_steps):
            self._step(_moved(batch, self._device))
            now = time.monotonic()
            progress.train_seconds = before + now - began
            if progress.step % _STEPS_A_REPORT == 0 or progress.step == self._num_steps:
                done, rest = progress.step - begun_at, self._num_steps - begun_at
                eta = time_left(began, done, rest)
                emit.progress("train", progress.step, self._num_steps, eta)
                emit.metric(progress.step, 0, "train", self._metrics)
            if now - saved > _CHECKPOINT_SECONDS or self._context.interrupt.requested:
                self._save()
                self._context.interrupt.check()
                saved = now
        self._save()

    def result(self) -> Pretrained:
        """Return what was learnt: the average of the last weights."""
        network = self._average.model.get_submodule("network")
        return Pretrained(
            network, self._progress.num_seen, self._progress.train_seconds, self._metrics
        )

    def _step(self, batch: Any) -> None:
        progress = self._progress
        factor = cosine_with_warmup(progress.step, self._num_steps, WARMUP_SHARE)
        for group in self._optimizer.param_groups:
            group["lr"] = self._schedule.learning_rate * factor
        found = _learn(self._recipe, self._model, self._optimizer, batch)
        if not torch.isfinite(found["loss"]):
            raise TrainingDiverged("The loss of pretraining is not a number. Lower its rate.")
        self._average.update(progress.step)
        for name, value in found.items():
            shown = self._metrics.get(name, float(value))
            self._metrics[name] = shown + (float(value) - shown) / _STEPS_A_REPORT
        progress.step += 1
        progress.num_seen += len(batch)

    def _save(self) -> None:
        work = self._context.work
        save_last(work, self._progress, self._fingerprint, self._state)
        write_atomically(work / METRICS, json.dumps(self._metrics).encode())


def _read_metrics(path: Path) -> dict[str, float]:
    """Return the means that a stopped training had come to."""
    found: dict[str, float] = json.loads(path.read_bytes())
    return found


def _learn(
    recipe: Recipe, model: nn.Module, optimizer: torch.optim.Optimizer, batch: Any
) -> dict[str, torch.Tensor]:
    device = next(model.parameters()).device
    # Half the bits are twice as fast on a GPU, and on processors with such instructions.
    with autocast("bfloat16", device):
        loss, shown = recipe.loss(model, batch)
    optimizer.zero_grad()
    torch.autograd.backward(loss)
    nn.utils.clip_grad_norm_(model.parameters(), 5.0)
    optimizer.step()
    return {"loss": loss.detach()} | {name: value.detach() for name, value in shown.items()}


def _schedule(recipe: Recipe) -> Schedule:
    return Schedule(
        epochs=1,
        batch_size=recipe.batch_size,
        learning_rate=recipe.learning_rate,
        optimizer="adamw",
        weight_decay=0.05,
        warmup_share=WARMUP_SHARE,
        ema_decay=_EMA_DECAY,
        early_stopping_patience=0,
        precision="bfloat16",
    )


def _batches(recipe: Recipe, first: int, num_steps: int) -> Iterator[Any]:
    """Yield the batches of all steps from ``first`` on; some are made ahead."""
    made: queue.Queue[Any] = queue.Queue(_AHEAD)
    ended = threading.Event()

    def hand_over(batch: Any) -> None:
        # Nobody takes it any more once the training has ended.
        while not ended.is_set():
            try:
                made.put(batch, timeout=0.2)
            except queue.Full:
                continue
            return

    def make() -> None:
        try:
            for step in range(first, num_steps):
                hand_over(recipe.batch(step, step / num_steps))
                if ended.is_set():
                    return
        except Exception as error:  # It is raised where the batch is waited for.
            hand_over(error)

    thread = threading.Thread(target=make, name="batches", daemon=True)
    thread.start()
    try:
        for _ in range(first, num_steps):
            batch = made.get()
            if isinstance(batch, Exception):
                raise batch
            yield batch
    finally:
        ended.set()
        thread.join()


def _moved(batch: Any, device: Device) -> Any:
    return batch if device == "cpu" else batch.to(device)
