"""One trained model and one package for all tests of a module: exporting takes seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.events import EventSink
from engine.export.package import build_package
from engine.interfaces.run import TrainedModel
from engine.tasks.image.classification import TASK
from tests.engine.evaluation.small_models import small_model


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> TrainedModel:
    """A network that is right about most digits."""
    return small_model(tmp_path_factory.mktemp("digits"), epochs=3)


@pytest.fixture(scope="session")
def work(trained: TrainedModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A work folder in which an export was killed once, and then ran to its end."""
    work = tmp_path_factory.mktemp("work")
    for leftover in ("package.partial", "package"):
        (work / leftover).mkdir()
        (work / leftover / "leftover.txt").write_text("from a process that was killed")
    with EventSink(work / "events.jsonl") as emit:
        build_package(TASK, trained, work=work, emit=emit)
    return work


@pytest.fixture(scope="session")
def package(work: Path) -> Path:
    """The finished package; tests that change it work on a copy."""
    return work / "package"
