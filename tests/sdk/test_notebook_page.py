"""The notebook's page runs as it is printed, with nothing of ours but the two wheels."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.sdk.python.build import build_wheel
from deploy.wheels import build_engine_wheel
from tests.engine.images import write_folder
from tests.site import ROOT

PAGE = ROOT / "docs/tutorials/notebook.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
# Each block is a cell: what it defines is there for the next one.
_NOTEBOOK = """
import json, sys
names = {"__name__": "__main__"}
for number, cell in enumerate(json.load(sys.stdin), 1):
    exec(compile(cell, f"cell {number}", "exec"), names)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with both wheels installed, and nothing else."""
    folder = tmp_path_factory.mktemp("wheels")
    wheels = [build_wheel(folder / "built"), build_engine_wheel(folder / "built")]
    for wheel in wheels:
        names = zipfile.ZipFile(wheel).namelist()
        assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names), wheel
    options = ["--quiet", "--no-index", "--no-deps", "--target", str(folder / "site")]
    command = [sys.executable, "-m", "pip", "install", *options, *map(str, wheels)]
    subprocess.run(command, check=True, timeout=300)
    return folder / "site"


def start(site: Path, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start Python in a folder with the wheels alone."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    clean.pop("EASEL_ENGINE_COMMAND", None)
    return subprocess.Popen(
        [sys.executable, "-P", *arguments],
        cwd=folder,
        env={**clean, "PYTHONPATH": str(site)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(site: Path, folder: Path, *arguments: str, told: str = "") -> str:
    """Run Python in a folder with the wheels alone, and return what it prints."""
    process = start(site, folder, *arguments)
    printed, said = process.communicate(told, timeout=540)
    assert process.returncode == 0, printed[-2000:] + said[-4000:]
    return printed


def test_every_cell_of_the_page_runs_in_an_empty_folder_with_the_wheels_alone(
    site: Path, tmp_path: Path
) -> None:
    where = (
        "import importlib.util, easel; print(easel.__file__, importlib.util.find_spec('engine'))"
    )
    assert run(site, tmp_path, "-c", where).split() == [str(site / "easel/__init__.py"), "None"]

    printed = run(
        site, tmp_path, "-c", _NOTEBOOK, told=json.dumps(_BLOCK.findall(PAGE.read_text("utf-8")))
    )

    assert "40 samples" in printed
    assert (tmp_path / "model.zip").exists()


def test_a_training_stops_in_order_when_the_notebook_is_gone(site: Path, tmp_path: Path) -> None:
    photos = write_folder(tmp_path / "photos", per_class=6)
    asked = "task='image.classification', epochs=5000, image_size=16, work='work'"
    program = f"import easel; easel.fit({str(photos)!r}, {asked})"
    notebook = start(site, tmp_path, "-c", program)
    events = tmp_path / "work" / "events.jsonl"
    wait_until(lambda: events.exists() and b'"validation"' in events.read_bytes())
    notebook.kill()
    notebook.communicate()
    wait_until(lambda: b'"status":"cancelled"' in events.read_bytes())


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < deadline, "It did not become so."
        time.sleep(0.05)


def test_the_engines_wheel_has_its_command_line_and_takes_no_plain_name(
    site: Path, tmp_path: Path
) -> None:
    assert "train" in run(site, tmp_path, "-m", "easel_engine", "--help")
    assert {path.name for path in site.iterdir()} - {"bin"} == {
        "easel", "easel_engine", "easel-0.1.0.dist-info", "easel_engine-0.1.0.dist-info",
    }  # fmt: skip
