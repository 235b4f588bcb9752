"""``easel.fit``: from data to a trained model, with the engine as a child process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from easel.training.arguments import training_arguments
from easel.training.callbacks import CallbackList, Callbacks, StopTraining, as_callbacks
from easel.training.data import as_path
from easel.training.engine import find_engine
from easel.training.errors import TrainingFailed
from easel.training.events import Listener
from easel.training.model import TrainedModel, load
from easel.training.package_files import write_package
from easel.training.progress import open_progress
from easel.training.run import run_command
from easel.training.work import PACKAGE, SPEC, is_finished, new_work, used_work


def fit(
    data: Any = None,
    *,
    task: str | None = None,
    tier: str | None = None,
    backbone: str | None = None,
    target: str | None = None,
    start_from: str | Path | TrainedModel | None = None,
    pretrained: str | Path | None = None,
    from_scratch: bool = False,
    accept: Sequence[str] = (),
    device: str = "cpu",
    threads: int | None = None,
    seed: int = 0,
    name: str = "model",
    work: str | Path | None = None,
    resume: bool = False,
    plugins: Sequence[str | Path] = (),
    loss: str | None = None,
    dataset: str | None = None,
    metric: str | None = None,
    callbacks: Callbacks = (),
    progress: bool = True,
    **options: Any,
) -> TrainedModel:
    """Train a model, evaluate it and put it into a package.

    An interrupt stops it where nothing is lost; ``fit(work=..., resume=True)`` goes on.

    Args:
        data: a folder, zip or file in any format of the task; a table of pandas or polars; or a
            list of ``(file or text, label)``, see ``easel.samples``.
        task: its key, such as ``image.classification``; that of ``start_from`` if left out.
        tier: ``fast``, ``balanced`` or ``accurate``: how much time and size to give for accuracy.
        backbone: instead of the first one of the tier.
        target: column to predict, of a task that predicts one.
        start_from: a model, or the path of a package, whose weights training starts from.
        pretrained: folder of pretrained weights.
        from_scratch: begin with random weights where the engine has some of its own.
        accept: findings of the check that are agreed to, by their codes.
        device: ``cpu`` or ``cuda``; never replaced by the other.
        threads: of the CPU; all if left out.
        seed: of everything random.
        name: of the model.
        work: folder for all that is written; the next one of ``easel-runs`` if left out.
        resume: go on in ``work`` with what was asked for there; what is finished is only opened.
        plugins: Python files that register parts of your own, see ``easel.register``.
        loss: one that a plugin registers.
        dataset: one that a plugin registers, instead of ``data``.
        metric: one that a plugin registers, to take the epoch that is the best by it; all that are
            registered are told after each epoch and in the end.
        callbacks: see ``easel.callbacks``; or functions of an epoch and its numbers by name.
        progress: show how far it is.
        **options: how the data is read (``format``, ``columns``, ``multi_label``, ``header`` …),
            and options of the task, such as ``epochs=5`` or ``precision="bfloat16"``.

    Returns:
        The model; its package lies in the work folder.

    Raises:
        EngineMissing: when the engine is not installed.
        TrainingFailed: when the engine refuses or fails; the message says why and what to do.
        Interrupted: when it was stopped.
    """
    engine, listening = find_engine(), as_callbacks(callbacks)
    if resume:
        folder = used_work(work)
        if is_finished(folder):
            return load(folder / PACKAGE)
        arguments = ["--spec", str(folder / SPEC)]
    else:
        start = _opened(start_from)
        task = task or (start.task if start else None)
        if (data is None) == (dataset is None) or task is None:
            raise _incomplete(task)
        folder = new_work(work)
        flags = {
            "task": task,
            "data": None if data is None else as_path(data, task, folder / "data"),
            "dataset": dataset,
            "tier": tier,
            "backbone": backbone or (start.backbone if start else None),
            "target": target,
            "initial": _unpacked(start, folder) if start else None,
            "pretrained": pretrained,
            "device": device,
            "threads": threads,
            "loss": loss,
            "metric": metric,
            "seed": seed,
            "name": name,
        }
        arguments = ["--from-scratch"] if from_scratch else []
        arguments += training_arguments(flags, {"accept": accept, "plugin": plugins}, options)
    callback_list = CallbackList(listening, folder)
    shown = open_progress() if progress else None
    listeners: list[Listener] = [callback_list] if shown is None else [shown, callback_list]
    try:
        train = ["train", "--work", str(folder), *arguments]
        try:
            run_command(engine, train, folder, listeners)
        except StopTraining:
            run_command(engine, ["export", "--work", str(folder)], folder, listeners[:-1])
    except BaseException as error:
        callback_list.fail(error)
        raise
    finally:
        if shown is not None:
            shown.close()
    model = load(folder / PACKAGE)
    callback_list.end(model)
    return model


def _opened(start: str | Path | TrainedModel | None) -> TrainedModel | None:
    return load(start) if isinstance(start, (str, Path)) else start


def _unpacked(start: TrainedModel, work: Path) -> Path:
    """Return the folder of a package; that of a zip is made in the work folder."""
    return start.path if start.path.is_dir() else write_package(start.package, work / "initial")


def _incomplete(task: str | None) -> TrainingFailed:
    lacks = "the data, once" if task else "the task"
    return TrainingFailed(
        f"Name {lacks}, such as easel.fit('photos/', task='image.classification'). To go on with "
        "a training that was stopped, give its folder: easel.fit(work=..., resume=True).",
        code="task_missing" if task is None else "data_missing",
    )
