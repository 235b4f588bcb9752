from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.optunahub.build import build
from engine.tuning.samplers import sfde

ROOT = Path(__file__).resolve().parents[3]

# The hub imports a package's folder under a name of its own.
HUB = """
import importlib.util, sys

def load_module(package):
    name = "hub_" + package.replace("/", "_")
    spec = importlib.util.spec_from_file_location(
        name, "__init__.py", submodule_search_locations=["."]
    )
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
"""

RUN = """
import importlib.util, json, runpy, sys

assert importlib.util.find_spec("engine") is None
study = runpy.run_path("example.py")["search"]()
assert "torch" not in sys.modules
print(json.dumps([[trial.params, trial.value] for trial in study.trials]))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return build(tmp_path / "package")


def test_the_built_package_stands_alone_and_tries_what_the_engine_tries(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = tmp_path / "hub"
    hub.mkdir()
    (hub / "optunahub.py").write_text(HUB)
    alone = {**os.environ, "PYTHONPATH": str(hub), "PYTHONSAFEPATH": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN],
        cwd=package,
        env=alone,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr

    monkeypatch.setitem(sys.modules, "optunahub", SimpleNamespace(load_module=lambda name: sfde))
    study = runpy.run_path(str(package / "example.py"))["search"]()
    assert json.loads(done.stdout) == [[trial.params, trial.value] for trial in study.trials]
    assert len(study.trials) == 48


def test_the_package_has_what_the_hub_asks_for(package: Path) -> None:
    assert package.parts[-2:] == ("samplers", "sfde")
    front = (package / "README.md").read_text().split("---\n")[1]
    keys = [line.partition(":")[0] for line in front.splitlines()]
    assert keys == ["author", "title", "description", "tags", "optuna_versions", "license"]
    assert "tags: [sampler," in front
    assert (package / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert (package / "requirements.txt").is_file()


def test_a_folder_that_exists_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        build(tmp_path)
