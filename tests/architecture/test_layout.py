"""The structure that the design promises."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from engine.catalog import TASKS
from tests.site import ROOT


def test_every_card_has_one_task_file_and_every_task_file_one_card() -> None:
    folder = ROOT / "engine" / "tasks"
    files = {
        f"{path.parent.name}.{path.stem}"
        for path in folder.glob("*/*.py")
        if path.stem != "__init__"
    }
    assert files == set(TASKS)


@pytest.mark.parametrize("key", sorted(TASKS))
def test_a_task_is_found_by_its_key(key: str) -> None:
    assert find_spec(f"engine.tasks.{key}") is not None


@pytest.mark.parametrize(
    ("module", "banned"),
    [
        ("backend.config.urls", ("torch", "transformers", "onnxruntime", "sklearn")),
        ("workers.app", ("torch", "transformers", "onnxruntime", "sklearn")),
        ("engine.serving", ("torch", "transformers", "django")),
        ("easel.runtime", ("torch", "django", "pydantic")),
        ("engine.drift.assessing", ("torch", "onnxruntime", "scipy", "django")),
        ("engine.drift.measuring.calls", ("torch", "onnxruntime", "scipy", "django")),
        ("engine.specs.parse", ("torch", "numpy", "django")),
    ],
)
def test_a_process_stays_free_of_what_it_must_not_load(
    module: str, banned: tuple[str, ...]
) -> None:
    program = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'backend.config.settings'\n"
        f"if {module!r}.startswith('backend'):\n    import django; django.setup()\n"
        f"import {module}\nprint([name for name in {banned!r} if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert result.stdout.strip() == "[]"


def test_the_top_level_is_what_the_design_fixed() -> None:
    tracked = subprocess.run(
        ["git", "ls-tree", "--name-only", "HEAD"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    ).stdout.split()
    allowed = "backend frontend engine workers deploy tests docs docker-compose.yml pyproject.toml"
    extra = "README.md README.zh-CN.md Makefile LICENSE .ci .gitignore .dockerignore"
    assert set(tracked) <= {*allowed.split(), *extra.split()}
