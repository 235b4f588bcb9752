"""What the web process and the worker hold in memory before anybody asks for more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.migrated import write_database
from tests.site import ROOT, environment

# What decodes, computes or signs. It is imported where it is used, or by a child process.
HEAVY = (
    "PIL",
    "av",
    "cryptography",
    "jwt",
    "numpy",
    "onnx",
    "onnxruntime",
    "openpyxl",
    "optuna",
    "pandas",
    "pyarrow",
    "scipy",
    "sklearn",
    "soundfile",
    "torch",
)
# What a command that only sets Django up does not need either.
UNUSED_BY_COMMANDS = ("drf_spectacular.openapi", "httpx", "orjson")
SET_UP = "import django, os; os.environ['DJANGO_SETTINGS_MODULE'] = 'backend.config.settings'"
START = "from backend.config.asgi import application"
# A person signs up, makes a project and a dataset, and looks at the pages of both.
WALK = """
import json
from django.test import Client

client = Client(HTTP_HOST="127.0.0.1")

def call(method, path, **body):
    address, content = f"/api/v1/{path}", json.dumps(body)
    answer = client.generic(method, address, content, content_type="application/json")
    assert answer.status_code in (200, 201), (path, answer.status_code, answer.content)
    return answer.json()

person = {"name": "Ada", "email": "ada@example.org", "password": "a-quiet-workshop-1789"}
call("POST", "users", **person, organisation_name="Engines")
organisation = call("GET", "session")["memberships"][0]["organisation"]["id"]
made = {"organisation_id": organisation, "name": "Gears", "task": "image.classification"}
project = call("POST", "projects", **made)["id"]
dataset = call("POST", "datasets", project_id=project, name="First")["id"]
call("GET", f"projects/{project}")
for path in ("samples", "samples/count", "statistics", "labels", "versions"):
    call("GET", f"datasets/{dataset}/{path}")
for path in ("datasets", "training-runs", "studies", "model-versions", "deployments", "jobs"):
    call("GET", path + f"?project={project}")
"""


def _loaded(program: str, folder: Path, heavy: tuple[str, ...] = HEAVY) -> str:
    """Return which heavy modules a fresh process holds after a program."""
    write_database(folder)
    seen = f"{program}\nimport sys\nprint([name for name in {heavy!r} if name in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", seen],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(folder, 80),
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()[-1]


def test_the_web_process_holds_nothing_heavy_after_a_walk_over_ordinary_pages(
    tmp_path: Path,
) -> None:
    assert _loaded(START + WALK, tmp_path) == "[]"


def test_the_worker_starts_with_nothing_heavy(tmp_path: Path) -> None:
    start = "import workers.app\nworkers.app.app.loader.import_default_modules()"
    assert _loaded(start, tmp_path) == "[]"


def test_a_command_is_set_up_without_formats_and_clients_of_the_web(tmp_path: Path) -> None:
    heavy = (*HEAVY, *UNUSED_BY_COMMANDS)
    assert _loaded(f"{SET_UP}; django.setup()", tmp_path, heavy) == "[]"
