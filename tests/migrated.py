"""A database with all its tables for installations of tests: to migrate takes ten seconds."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / ".pytest_cache" / "databases"


def write_database(data: Path) -> None:
    """Put a database with all tables, and nothing in them, where an installation keeps its own.

    It is made by the migrations themselves, once for each state of the backend, by whichever
    process needs it first. An installation that starts on it migrates too, with nothing to do.
    """
    TEMPLATES.mkdir(parents=True, exist_ok=True)
    with (TEMPLATES / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        template = TEMPLATES / f"{_state_of_backend()}.sqlite3"
        if not template.is_file():
            for old in TEMPLATES.glob("*.sqlite3"):
                old.unlink()
            _migrate(template)
        shutil.copyfile(template, data / "easel.sqlite3")


def _migrate(template: Path) -> None:
    with tempfile.TemporaryDirectory(dir=TEMPLATES) as folder:
        path = os.pathsep.join((str(ROOT), str(ROOT / "deploy" / "sdk" / "python" / "src")))
        others = {name: text for name, text in os.environ.items() if not name.startswith("EASEL_")}
        subprocess.run(
            [sys.executable, "-m", "backend.manage", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=others | {"EASEL_DATA": folder, "PYTHONPATH": path},
            check=True,
        )
        (Path(folder) / "easel.sqlite3").rename(template)


def _state_of_backend() -> str:
    """Return a digest of all code that a migration may use."""
    state = hashlib.sha256(version("django").encode())
    for path in sorted((ROOT / "backend").rglob("*.py")):
        state.update(str(path.relative_to(ROOT)).encode())
        state.update(path.read_bytes())
    return state.hexdigest()
