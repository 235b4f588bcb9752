"""Run the trainer in this process, or the engine in one of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine.events import EventSink
from engine.interfaces.run import RunContext, TrainedModel
from engine.interfaces.task import Task
from engine.interrupt import Interrupt
from engine.specs.parse import parse_training_spec
from engine.specs.training import TrainingSpec
from engine.tasks.loading import load_task
from engine.training.resources import ResourceMonitor
from engine.training.trainer import Trainer

ROOT = Path(__file__).parents[2]


def image_folder(root: Path, **fields: object) -> dict[str, object]:
    """Return where a folder of class folders is, as a document."""
    return {"kind": "files", "format": "image_folder", "root": str(root), **fields}


def spec_document(data: Path | dict[str, object], **options: object) -> dict[str, Any]:
    """Return a small spec as a document."""
    return {
        "run_id": "run",
        "task": "image.classification",
        "data": data if isinstance(data, dict) else image_folder(data, validation_share=0.25),
        "backbone": "small_cnn",
        "options": {"epochs": 2, "batch_size": 8, "image_size": 16, **options},
        "resources": {"num_threads": 1},
        "seed": 3,
    }


def spec_of(data: Path | dict[str, object], **options: object) -> TrainingSpec:
    """Return a small spec."""
    return parse_training_spec(spec_document(data, **options))


def train(
    spec: TrainingSpec,
    work: Path,
    interrupt: Interrupt | None = None,
    task: Task[Any] | None = None,
) -> TrainedModel:
    """Train in this process; events go to ``work/events.jsonl``."""
    work.mkdir(parents=True, exist_ok=True)
    with EventSink(work / "events.jsonl") as emit, ResourceMonitor(emit) as monitor:
        task = task or load_task(spec.task)
        context = RunContext(work, emit, interrupt or Interrupt(), monitor)
        return Trainer(task, spec, context).train()


def start_engine(*arguments: object, **environment: str) -> subprocess.Popen[str]:
    """Start ``python -m engine`` as a process of its own group."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "deploy/sdk/python/src")])
    return subprocess.Popen(
        [sys.executable, "-m", "engine", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", **environment},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run_engine(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m engine`` to its end."""
    with start_engine(*arguments, **environment) as process:
        try:
            out, error = process.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, error)


def events(work: Path) -> list[dict[str, Any]]:
    """Return the events of a work folder; a last line without an end is not one."""
    path = work / "events.jsonl"
    content = path.read_text() if path.exists() else ""
    return [json.loads(line) for line in content.splitlines(keepends=True) if line.endswith("\n")]
