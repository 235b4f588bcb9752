"""The images of ``deploy/docker``: what their Dockerfile copies is enough for what they run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import ROOT

LOAD_WEB = """
from backend.config import asgi
from django.core.management import call_command
call_command("check")
"""
DOCKERFILE = ROOT / "deploy" / "docker" / "Dockerfile"


def copied(stage: str) -> list[str]:
    """Return the paths that a stage and those it is made from copy from the checkout."""
    stages = re.split(r"^FROM ", DOCKERFILE.read_text(), flags=re.MULTILINE)[1:]
    by_name = {text.split()[2]: text for text in stages}
    text = by_name[stage]
    own = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", text, flags=re.MULTILINE)
        for source in line.split()[:-1]
    ]
    parent = text.split()[0]
    return [*(copied(parent) if parent in by_name else []), *own]


def test_the_worker_has_fonts_that_write_example_data_in_both_languages() -> None:
    worker = DOCKERFILE.read_text().split(" AS worker\n")[1]
    installed = set(re.findall(r"\bfonts-[\w-]+", worker))

    assert {"fonts-dejavu-core", "fonts-noto-cjk"} <= installed


@pytest.mark.parametrize(
    ("stage", "command"),
    [
        ("web", LOAD_WEB),
        ("worker", "import workers.app, workers.tasks.run_job, engine.cli, engine.serving"),
    ],
)
def test_an_image_holds_all_that_its_processes_load(
    stage: str, command: str, tmp_path: Path
) -> None:
    for source in copied(stage):
        place = tmp_path / "app" / source
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(ROOT / source)
    app = tmp_path / "app"
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{app}:{app}/deploy/sdk/python/src",
        "PYTHONSAFEPATH": "1",
        "DJANGO_SETTINGS_MODULE": "backend.config.settings",
        "EASEL_DATA": str(tmp_path / "data"),
    }
    code = f"import sys; sys.path[:] = [p for p in sys.path if p != {str(ROOT)!r}]\n{command}"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=app,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
