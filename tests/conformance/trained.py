"""Cases trained and packaged, each once for all tests that want its model."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.commands.process import run_work
from engine.commands.train import train as train_and_export
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.parse import parse_training_spec
from tests.conformance.case import Case, all_cases
from tests.once import made_once


def trained_case(factory: pytest.TempPathFactory, case: Case) -> Path:
    """Return a folder with the case's data, its ``spec.json``, and its run's folder ``work``."""

    def train(root: Path) -> None:
        spec, work = parse_training_spec(case.document(root)), root / "work"

        def command(emit: EventSink, interrupt: Interrupt) -> None:
            train_and_export(spec, work, emit, interrupt)

        assert run_work(work, command) == 0, (work / "events.jsonl").read_text()[-2000:]
        (root / "spec.json").write_text(spec.model_dump_json())

    return made_once(factory, str(case), train)


def trained_package(factory: pytest.TempPathFactory, name: str) -> Path:
    """Return the package of the case of that name; whoever changes it works on a copy."""
    (case,) = (one for one in all_cases() if str(one) == name)
    return trained_case(factory, case) / "work" / "package"
