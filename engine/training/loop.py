"""Train one network: steps, epochs, validation, checkpoints."""

from __future__ import annotations

import math
import time
from typing import Any, cast

import numpy as np
import torch
from easel.runtime import Tensors
from torch import Tensor, nn

from engine.data.loader import Loader
from engine.errors import ResourceError, TrainingDiverged
from engine.events import seldom
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits, TrainingDataset
from engine.interfaces.run import RunContext
from engine.interfaces.task import GradientTask
from engine.specs.data import Split
from engine.specs.training import TrainingSpec
from engine.training import checkpoint
from engine.training.checkpoint import Progress, TrainingState
from engine.training.ema import MovingAverage
from engine.training.estimates import estimate_after_training
from engine.training.fingerprint import fingerprint
from engine.training.optimizers import build_optimizer
from engine.training.precision import autocast
from engine.training.recipe import recipe_of
from engine.training.schedules import constant_after_warmup, cosine_with_warmup
from engine.training.scoring import score, trained_model

_PROGRESS_SECONDS = 0.5
_CHECKPOINT_SECONDS = 60.0
# Reading a loss waits for the GPU, so losses are read in blocks there.
_LOSSES_PER_READ = {"cpu": 1, "cuda": 20}


class TrainingLoop:
    """The state of one run in memory; ``run`` takes it to its end.

    Args:
        task: how the task is done.
        spec: without ``auto``.
        splits: the datasets.
        model: where it is to be trained, in place.
        context: the surroundings.
    """

    def __init__(
        self,
        task: GradientTask[Any],
        spec: TrainingSpec,
        splits: Splits,
        model: nn.Module,
        context: RunContext,
    ) -> None:
        self._task, self._spec, self._splits = task, spec, splits
        self._context = context
        self._recipe = recipe_of(spec)
        self._device = next(model.parameters()).device
        self._model = model
        self._optimizer = build_optimizer(model, self._recipe)
        self._average = MovingAverage(model, self._recipe.ema_decay)
        self._scaler = torch.amp.GradScaler(
            self._device.type, enabled=self._recipe.precision == "float16"
        )
        self._state = TrainingState(self._model, self._average, self._optimizer, self._scaler)
        # What a task trains a network on can be read in batches; the other splits need not.
        train = cast(TrainingDataset, splits.train)
        self._loader = Loader(
            train,
            lambda batch, seed: task.augment(spec, splits, batch, seed),
            batch_size=self._recipe.batch_size,
            seed=spec.seed,
            device=self._device,
            ahead=self._device.type != "cpu" or not train.is_loaded,
        )
        self._objective = task.objective(spec, splits)
        self._evaluated = trained_model(
            task, spec, splits, task.networks(spec, splits, self._average.model)
        )
        self._fingerprint = fingerprint(spec, splits)
        self._num_steps = self._recipe.epochs * len(self._loader)
        self._after = estimate_after_training(model, splits)
        self._unread: list[Tensor] = []
        self._clock = time.monotonic()
        self._deadline = math.inf
        self.progress = Progress()

    @property
    def model(self) -> nn.Module:
        """Return the averaged network, which is what is validated and kept."""
        return self._average.model

    def resume(self) -> bool:
        """Go on where the work folder's checkpoint ends; return whether there is one."""
        progress = checkpoint.load_last(self._context.work, self._fingerprint, self._state)
        if progress is not None:
            self.progress = progress
        return progress is not None

    def run(self) -> None:
        """Train to the end, then take the weights of the best epoch.

        Raises:
            Cancelled: when asked to stop; a checkpoint was written.
            TrainingDiverged: when the loss is not a number.
            ResourceError: when the time limit is reached or a checkpoint does not fit the disk.
        """
        self._say_plan()
        self._deadline = time.monotonic() + (self._spec.resources.timeout_seconds or math.inf)
        self._clock = time.monotonic()
        # A resumed run gives the bits of an unbroken one on a GPU only with these algorithms.
        with torch.backends.cudnn.flags(enabled=True, deterministic=True):
            while not self.progress.is_done:
                self.train_epoch()
                self._end_epoch()
        self.take_best()

    def _say_plan(self) -> None:
        recipe, steps = self._recipe, len(self._loader)
        self._context.emit.log(
            "training_planned",
            f"{recipe.epochs} epochs of {steps} steps, {recipe.batch_size} samples in each; "
            f"learning rate {recipe.learning_rate:g}, device {self._device.type}.",
            epochs=recipe.epochs,
            steps=steps,
            batch_size=recipe.batch_size,
            learning_rate=recipe.learning_rate,
            device=self._device.type,
        )

    def take_best(self) -> None:
        """Give ``model`` the weights of the best epoch."""
        checkpoint.load_best(self._context.work, self._average.model)

    def train_epoch(self) -> None:
        """Train on the rest of the epoch, reporting and saving on the way.

        Raises:
            Cancelled: when asked to stop; a checkpoint was written.
            TrainingDiverged: when the loss is not a number.
            ResourceError: when the time limit is reached or a checkpoint does not fit the disk.
        """
        progress = self.progress
        self._model.train()
        saved = reported = time.monotonic()
        # A later interval of a population goes on with the order of samples.
        epoch = (self._spec.epochs_before or 0) + progress.epoch
        for batch in self._loader.epoch(epoch, progress.batch):
            self._step(batch)
            now = time.monotonic()
            # Between steps, where weights, optimiser and the place in the epoch agree.
            if self._context.interrupt.requested or now > self._deadline:
                self._save()
                self._context.interrupt.check()
                raise _out_of_time(self._spec.resources.timeout_seconds)
            if now - saved > _CHECKPOINT_SECONDS:
                self._save()
                saved = time.monotonic()
            if now - reported > _PROGRESS_SECONDS:
                self._report_progress()
                reported = now
        self._read_losses()
        self._report_train()
        progress.epoch, progress.batch = progress.epoch + 1, 0
        progress.loss_sum, progress.num_seen = 0.0, 0

    def _end_epoch(self) -> None:
        """Validate, and keep what was learnt."""
        progress = self.progress
        is_best = self._validate()
        patience = self._recipe.early_stopping_patience
        stops_early = 0 < patience <= progress.epochs_without_gain
        progress.is_done = progress.epoch == self._recipe.epochs or stops_early
        if is_best:
            # Before the progress that names it: a run killed in between comes to this epoch again.
            checkpoint.save_best(self._context.work, self._average.model)
        self._save(is_best)
        if stops_early:
            self._context.emit.log(
                "stopped_early",
                f"Stopped after epoch {progress.epoch}: no gain for {patience} epochs.",
                epoch=progress.epoch,
                count=patience,
            )

    def _step(self, batch: Batch) -> None:
        progress = self.progress
        for group in self._optimizer.param_groups:
            group["lr"] = self._learning_rate(progress.step) * group["rate_scale"]
        self._optimizer.zero_grad(set_to_none=True)
        with autocast(self._recipe.precision, self._device):
            loss = self._objective(self._model, batch)
        self._scaler.scale(loss).backward()  # type: ignore[no-untyped-call]
        self._scaler.step(self._optimizer)
        self._scaler.update()
        self._average.update(progress.step)
        progress.step += 1
        progress.batch += 1
        self._unread.append(loss.detach().float() * len(batch))
        progress.num_seen += len(batch)
        if len(self._unread) >= _LOSSES_PER_READ[self._device.type]:
            self._read_losses()

    def _learning_rate(self, step: int) -> float:
        is_interval = self._spec.epochs_before is not None
        schedule = constant_after_warmup if is_interval else cosine_with_warmup
        factor = schedule(step, self._num_steps, self._recipe.warmup_share)
        return self._recipe.learning_rate * factor

    def _read_losses(self) -> None:
        """Add up the losses since the last reading, and find the first that is no number."""
        if not self._unread:
            return
        losses = torch.stack(self._unread)
        self._unread.clear()
        if not bool(torch.isfinite(losses).all()):
            place = int(torch.isfinite(losses).logical_not().nonzero()[0])
            step = self.progress.step - len(losses) + place + 1
            value = float(losses[place])
            raise self._diverged("loss", step, value)
        for loss in losses.tolist():
            self.progress.loss_sum += loss

    def _diverged(self, what: str, step: int, value: float) -> TrainingDiverged:
        learning_rate = self._recipe.learning_rate
        return TrainingDiverged(
            f"The {what} at step {step} is {value}. Lower the learning rate "
            f"({learning_rate:g} now), lengthen the warm-up, or choose precision float32.",
            step=step,
            value=str(value),
            learning_rate=learning_rate,
        )

    def _validate(self) -> bool:
        """Measure the averaged network; return whether it is the best so far."""
        progress, splits = self.progress, self._splits
        scores = score(
            self._task.evaluator,
            self._evaluated,
            splits.validation,
            Split.VALIDATION,
            progress=seldom(lambda done, total: self._report_progress()),
            inspect=self._require_numbers,
        )
        values = self._task.evaluator.metrics(scores, splits)
        self._context.emit.metric(progress.step, progress.epoch, "validation", values)
        card = self._task.card
        primary = self._task.evaluator.primary_metric(card, splits)
        metric, best = values[primary], progress.best_metric
        gains = best is None or (metric > best if card.higher_is_better else metric < best)
        # Of equally good epochs the later one is taken: it has seen more.
        is_best = gains or metric == best
        progress.epochs_without_gain = 0 if gains else progress.epochs_without_gain + 1
        if is_best:
            progress.best_metric, progress.best_epoch = metric, progress.epoch
        return is_best

    def _require_numbers(self, outputs: Tensors) -> None:
        """Refuse outputs that are no numbers; minus infinity may mask what cannot be chosen."""
        for values in outputs.values():
            if values.dtype.kind == "f" and not np.isfinite(values).all():
                numbers = values.astype(np.float64)
                strange = numbers[np.isnan(numbers) | np.isposinf(numbers)]
                if strange.size:
                    raise self._diverged(
                        "output in validation", self.progress.step, float(strange[0])
                    )

    def _save(self, best: bool = False) -> None:
        self._read_losses()
        self._count_time()
        progress = self.progress
        checkpoint.save_last(self._context.work, progress, self._fingerprint, self._state)
        self._context.emit.checkpoint(
            checkpoint.LAST, progress.step, progress.step / len(self._loader), best
        )

    def _report_train(self) -> None:
        progress = self.progress
        self._context.emit.metric(
            progress.step,
            progress.step / len(self._loader),
            "train",
            {
                "loss": progress.loss_sum / max(1, progress.num_seen),
                "learning_rate": self._learning_rate(progress.step - 1),
            },
        )
        self._report_progress()

    def _count_time(self) -> None:
        """Add the time since the last call; the sum goes over all processes of a run."""
        now = time.monotonic()
        self.progress.train_seconds += now - self._clock
        self._clock = now

    def _report_progress(self) -> None:
        self._count_time()
        progress = self.progress
        per_step = progress.train_seconds / max(1, progress.step)
        remaining = (self._num_steps - progress.step) * per_step + self._after.total_seconds
        self._context.emit.progress("train", progress.step, self._num_steps, remaining)
        self._context.monitor.samples_per_second = (
            len(self._splits.train) / len(self._loader) / per_step
        )


def _out_of_time(seconds: int | None) -> ResourceError:
    return ResourceError(
        f"The run reached its time limit of {seconds} s and wrote a checkpoint. "
        "Start it again to go on, or allow it more time.",
        code="time_limit_reached",
        seconds=seconds,
    )
