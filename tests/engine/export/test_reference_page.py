"""The reference page names every field of the package's files."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

from engine.specs.package import manifest, report
from engine.specs.spec import Spec

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "manifest.md"


def specs_of(module: ModuleType) -> list[type[Spec]]:
    return [
        item
        for _, item in inspect.getmembers(module, inspect.isclass)
        if issubclass(item, Spec) and item.__module__ == module.__name__
    ]


@pytest.mark.parametrize("spec", [*specs_of(manifest), *specs_of(report)], ids=lambda s: s.__name__)
def test_reference_page_names_every_field(spec: type[Spec]) -> None:
    sections = dict(
        re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE.read_text("utf-8"), re.M | re.S)
    )
    section = sections["Ops" if spec.__name__.endswith("Op") else spec.__name__]
    table = "\n".join(line for line in section.splitlines() if line.startswith("| `"))
    assert set(spec.model_fields) <= set(re.findall(r"`(\w+)`", table)) | {"op"}
