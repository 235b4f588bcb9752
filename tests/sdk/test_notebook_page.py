"""The page for notebooks runs in a notebook's kernel, with nothing of ours but the two wheels."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from deploy.sdk.python.build import build_wheel
from deploy.wheels import build_engine_wheel
from tests.engine.images import write_folder
from tests.site import ROOT

PAGE = ROOT / "docs/tutorials/notebook.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
# Looked at beside what the page itself shows: each is a cell after the last one of the page.
SHOWN = ("model", "prices", "why")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with both wheels installed, and nothing else."""
    folder = tmp_path_factory.mktemp("wheels")
    wheels = [build_wheel(folder / "built"), build_engine_wheel(folder / "built")]
    for wheel in wheels:
        names = zipfile.ZipFile(wheel).namelist()
        assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names), wheel
    # Of the engine's, the loop's last.
    assert "easel_engine/tree/deploy/weights/photo_cnn.safetensors" in names
    options = [
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-compile",
        "--target",
        str(folder / "site"),
    ]
    command = [sys.executable, "-m", "pip", "install", *options, *map(str, wheels)]
    subprocess.run(command, check=True, timeout=300)
    return folder / "site"


def environment(site: Path) -> dict[str, str]:
    """Return the environment of a process that finds the wheels alone."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    clean.pop("EASEL_ENGINE_COMMAND", None)
    return {**clean, "PYTHONPATH": str(site)}


def start(site: Path, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start Python in a folder with the wheels alone."""
    return subprocess.Popen(
        [sys.executable, "-P", *arguments],
        cwd=folder,
        env=environment(site),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(site: Path, folder: Path, *arguments: str) -> str:
    """Run Python in a folder with the wheels alone, and return what it prints."""
    process = start(site, folder, *arguments)
    printed, said = process.communicate(timeout=540)
    assert process.returncode == 0, printed[-2000:] + said[-4000:]
    return printed


@pytest.fixture
def jupyter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Jupyter keep its files here, and tell no warnings of its own."""
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / "jupyter"))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")


@pytest.mark.usefixtures("jupyter")
def test_every_block_of_the_page_runs_as_a_cell_in_an_empty_folder_with_the_wheels_alone(
    site: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    where = (
        "import importlib.util, easel; print(easel.__file__, importlib.util.find_spec('engine'))"
    )
    assert run(site, folder, "-c", where).split() == [str(site / "easel/__init__.py"), "None"]

    blocks = _BLOCK.findall(PAGE.read_text("utf-8"))
    cells = [nbformat.v4.new_code_cell(source) for source in (*blocks, *SHOWN)]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(
        notebook, timeout=540, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    client.execute(env=environment(site))

    assert (folder / "model.zip").exists()
    assert "40 samples" in printed(notebook.cells)
    for cell in notebook.cells:
        # A training is one place that changes, whatever it says on the way.
        places = [one for one in cell.outputs if one.output_type == "display_data"]
        assert len(places) == cell.source.count("easel.fit(") - ("resume" in cell.source)
        assert all("Trained after" in one.data["text/html"] for one in places)
        assert len(printed([cell]).splitlines()) < 15, printed([cell])
    model, prices, why = (cell.outputs[-1].data["text/html"] for cell in notebook.cells[-3:])
    assert "image.classification" in model
    assert "95 % interval" in model
    assert "across, down" in model
    assert "tabular.prediction" in prices
    assert why.count("data:image/png") == 2


def printed(cells: Sequence[Any]) -> str:
    """Return what cells print."""
    outputs = (output for cell in cells for output in cell.outputs)
    return "".join(output.text for output in outputs if output.output_type == "stream")


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
