"""What a task brings to be tested: tiny data that it learns, and data that it must refuse.

Each task adds one module ``tests/conformance/cases/<modality>_<name>.py`` with ``CASES``; nothing
else is needed for the whole suite to run over it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    """Tiny data of one task that a working task learns in less than 15 seconds.

    Attributes:
        task: key of the task.
        name: of the case, such as ``multi-label``.
        document: writes the data below a folder and returns the training spec as a document.
        gate: what the primary metric must reach on held-out samples; where less is better, what it
            must not pass.
        quick: options of a run that need not learn, only be stopped and go on; at least two epochs.
        refused: writes data that cannot be trained on below a folder, and returns it as the
            ``data`` of a spec with the code of the finding or error that names what is wrong.
        backbone_options: options under which each backbone of the card is small enough to be built
            and exported; ``None`` for tasks that build no network of torch, or only those of a task
            whose backbones are exported already.
        primary_metric: the metric of its report where its data asks for another than the usual one.
        like: name, as ``str`` gives it, of the case that proves the same code of networks and
            learning: what takes a second run is proven on that one by ``make test``, and on this
            one by ``make test-all``, which also trains it if its task has another case. Without it
            ``make test`` proves all here.
    """

    task: str
    name: str
    document: Callable[[Path], dict[str, Any]]
    gate: float
    quick: Mapping[str, object]
    refused: Callable[[Path], tuple[dict[str, object], str]]
    backbone_options: Mapping[str, object] | None = field(default_factory=dict)
    like: str | None = None
    primary_metric: str | None = None

    def __str__(self) -> str:
        return f"{self.task} {self.name}"


def module_of(key: str) -> str:
    """Return the name of the module of cases that a task needs."""
    return key.replace(".", "_")


def all_cases() -> list[Case]:
    """Return the cases of all modules, in the order of their names.

    ``EASEL_TEST_DEVICE=cuda`` runs them there; the exported packages run where they always do.
    """
    names = sorted(path.stem for path in CASES.glob("*.py"))
    modules = [import_module(f"{__package__}.cases.{name}") for name in names]
    cases = [case for module in modules for case in module.CASES]
    device = os.environ.get("EASEL_TEST_DEVICE")
    return cases if device is None else [_placed(case, device) for case in cases]


def one_of_each_family() -> list[Any]:
    """Return all cases as parameters; those that are like another only run with ``test-all``."""
    return [_parameter(case, is_exhaustive=case.like is not None) for case in all_cases()]


def one_of_each_task() -> list[Any]:
    """Return all cases as parameters; of each task ``make test`` runs those that are like no other.

    Where each is like a case of another task, it runs the first.
    """
    cases = all_cases()
    proven = {case.task: str(case) for case in reversed(cases)}
    for case in cases:
        if case.like is None:
            proven[case.task] = str(case)
    return [
        _parameter(case, is_exhaustive=case.like is not None and str(case) != proven[case.task])
        for case in cases
    ]


def _parameter(case: Case, *, is_exhaustive: bool) -> Any:
    return pytest.param(case, marks=pytest.mark.exhaustive if is_exhaustive else ())


def _placed(case: Case, device: str) -> Case:
    def document(root: Path) -> dict[str, Any]:
        fields = case.document(root)
        return {**fields, "resources": {**fields.get("resources", {}), "device": device}}

    return replace(case, document=document)
