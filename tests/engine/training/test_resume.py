"""A run that was stopped, killed or starved goes on exactly where it was."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.errors import Cancelled, ResourceError, SpecError
from engine.interrupt import Interrupt
from engine.training import checkpoint, loop
from engine.training.ema import MovingAverage
from tests.engine.images import write_folder
from tests.engine.runs import events, run_engine, spec_document, spec_of, start_engine, train

OPTIONS = {"epochs": 3, "mixup": 0.2, "augmentation": {"erasing": 0.3}}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("data") / "stripes", per_class=12)


@pytest.fixture(scope="module")
def unbroken(
    data: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, torch.Tensor], list[Any]]:
    """Return the weights and the curves of a run that nothing disturbed."""
    work = tmp_path_factory.mktemp("unbroken")
    model = train(spec_of(data, **OPTIONS), work).module
    return model.state_dict(), curves(work)


def curves(work: Path) -> list[Any]:
    """Return all training and validation numbers, in order."""
    return [
        (event["step"], event["split"], event["values"])
        for event in events(work)
        if event["kind"] == "metric"
    ]


def assert_same_weights(ours: dict[str, torch.Tensor], theirs: dict[str, torch.Tensor]) -> None:
    assert ours.keys() == theirs.keys()
    for name, value in ours.items():
        assert torch.equal(value, theirs[name]), name


@pytest.mark.parametrize("stop_after", [1, 3, 4, 7])
def test_resumed_run_gives_the_bits_of_an_unbroken_one(
    stop_after: int, data: Path, unbroken: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt = Interrupt()
    step = loop.TrainingLoop._step
    steps = 0

    def stop(self: loop.TrainingLoop, batch: Any) -> None:
        nonlocal steps
        step(self, batch)
        steps += 1
        interrupt.requested = steps == stop_after

    with monkeypatch.context() as patch:
        patch.setattr(loop.TrainingLoop, "_step", stop)
        with pytest.raises(Cancelled):
            train(spec_of(data, **OPTIONS), tmp_path, interrupt)
    torch.rand(100)  # Whatever else drew random numbers in between must not matter.
    resumed = train(spec_of(data, **OPTIONS), tmp_path)

    assert_same_weights(resumed.module.state_dict(), unbroken[0])
    assert curves(tmp_path) == unbroken[1]


def test_two_runs_of_one_spec_are_the_same_bit_for_bit(
    data: Path, unbroken: Any, tmp_path: Path
) -> None:
    again = train(spec_of(data, **OPTIONS), tmp_path)

    assert_same_weights(again.module.state_dict(), unbroken[0])


def test_another_seed_gives_another_model(data: Path, unbroken: Any, tmp_path: Path) -> None:
    spec = spec_of(data, **OPTIONS).model_copy(update={"seed": 4})

    model = train(spec, tmp_path).module

    assert not torch.equal(model.state_dict()["head.weight"], unbroken[0]["head.weight"])


def test_a_checkpoint_of_other_options_is_refused(data: Path, tmp_path: Path) -> None:
    train(spec_of(data, epochs=1), tmp_path)

    with pytest.raises(SpecError, match="other data or options"):
        train(spec_of(data, epochs=2), tmp_path)


def test_a_full_disk_leaves_the_earlier_checkpoint_and_the_run_goes_on_later(
    data: Path, unbroken: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``/dev/full`` answers each write with the real "no space left on device"."""
    save_best = checkpoint.save_best
    part = tmp_path / (checkpoint.LAST + ".part")

    def fill_disk_after_first(work: Path, model: torch.nn.Module) -> None:
        save_best(work, model)
        if (tmp_path / checkpoint.LAST).exists():
            part.symlink_to("/dev/full")

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "save_best", fill_disk_after_first)
        with pytest.raises(ResourceError) as full:
            train(spec_of(data, **OPTIONS), tmp_path)

    assert full.value.code == "disk_full"
    assert full.value.retryable
    assert not part.is_symlink()
    resumed = train(spec_of(data, **OPTIONS), tmp_path)
    assert_same_weights(resumed.module.state_dict(), unbroken[0])


def test_the_loss_scale_of_float16_survives_a_checkpoint(tmp_path: Path) -> None:
    def state(scale: float) -> checkpoint.TrainingState:
        model = torch.nn.Linear(2, 2)
        return checkpoint.TrainingState(
            model,
            MovingAverage(model, 0.5),
            torch.optim.SGD(model.parameters(), 0.1),
            torch.amp.GradScaler("cpu", init_scale=scale),
        )

    adapted, fresh = state(8.0), state(65536.0)
    checkpoint.save_last(tmp_path, checkpoint.Progress(step=1), "run", adapted)

    assert checkpoint.load_last(tmp_path, "run", fresh) == checkpoint.Progress(step=1)
    assert fresh.scaler.get_scale() == 8.0


def write_spec(folder: Path, data: Path, **options: object) -> Path:
    path = folder / "spec.json"
    path.write_text(json.dumps(spec_document(data, **options)))
    return path


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "The engine did not get there in time."
        time.sleep(0.02)


def kinds(work: Path) -> list[str]:
    return [event["kind"] for event in events(work)]


def test_a_killed_process_resumes_and_a_terminated_one_ends_as_cancelled(
    data: Path, tmp_path: Path
) -> None:
    spec, work = write_spec(tmp_path, data, epochs=400), tmp_path / "work"

    first = start_engine("train", "--spec", spec, "--work", work)
    wait_for(lambda: kinds(work).count("checkpoint") >= 2)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    assert kinds(work)[-1] != "finished"
    reached = max(event["step"] for event in events(work) if event["kind"] == "checkpoint")

    second = start_engine("train", "--spec", spec, "--work", work)
    before = kinds(work).count("checkpoint")
    wait_for(lambda: kinds(work).count("checkpoint") > before)
    os.killpg(second.pid, signal.SIGTERM)
    second.communicate()

    assert second.returncode == 0
    everything = events(work)
    assert everything[-1]["status"] == "cancelled"
    assert [event["seq"] for event in everything] == list(range(1, len(everything) + 1))
    resumed = [event["message"] for event in everything if event["kind"] == "log"]
    assert any(message.startswith("Going on after step") for message in resumed)
    assert everything[-3]["kind"] == "checkpoint"
    assert everything[-3]["step"] > reached


def test_two_processes_never_share_a_work_folder(data: Path, tmp_path: Path) -> None:
    spec, work = write_spec(tmp_path, data, epochs=400), tmp_path / "work"
    first = start_engine("train", "--spec", spec, "--work", work)
    wait_for(lambda: "phase" in kinds(work))

    second = run_engine("train", "--spec", spec, "--work", work)
    os.killpg(first.pid, signal.SIGTERM)
    first.communicate()

    assert second.returncode == ResourceError.exit_status
    assert "work_locked" in second.stderr
    assert "error" not in kinds(work)
