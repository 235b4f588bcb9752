"""Databases with all their tables, and nothing in them, for tests: to migrate takes ten seconds.

They are made by the migrations themselves, once for each state of the backend, by whichever
process needs one first. Who then migrates, has nothing to do.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

from tests.servers import postgresql_program

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / ".pytest_cache" / "databases"


def write_database(data: Path) -> None:
    """Put a SQLite database where an installation keeps its own."""
    shutil.copyfile(_template("sqlite3", _migrate_file), data / "easel.sqlite3")


def write_template(server: str) -> str:
    """Add a database to a PostgreSQL server, for others to be copied from; return its name."""

    def migrate(template: Path) -> None:
        url = _added_database(server, "easel_migrated")
        with tempfile.TemporaryDirectory(dir=TEMPLATES) as folder:
            _migrate(EASEL_DATA=folder, EASEL_DATABASE_URL=url)
        _run("pg_dump", "--no-owner", "--file", template, url)

    template = _template("sql", migrate)
    url = _added_database(server, "easel_template")
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    _run("psql", *options, "--file", template, url)
    return "easel_template"


def _added_database(server: str, name: str) -> str:
    _run("psql", "--no-psqlrc", "--quiet", "--command", f"CREATE DATABASE {name}", server)
    return urlsplit(server)._replace(path=f"/{name}").geturl()


def _run(program: str, *arguments: object) -> None:
    command = [postgresql_program(program), *(str(one) for one in arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _template(kind: str, make: Callable[[Path], None]) -> Path:
    """Return the file that ``make`` wrote from this state of the backend, now or before."""
    TEMPLATES.mkdir(parents=True, exist_ok=True)
    # Each kind has its own: one takes as long as the other, and they are made side by side.
    with (TEMPLATES / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        template = TEMPLATES / f"{_state_of_backend()}.{kind}"
        if not template.is_file():
            for old in TEMPLATES.glob(f"*.{kind}"):
                old.unlink()
            partial = TEMPLATES / f"partial.{kind}"
            partial.unlink(missing_ok=True)
            make(partial)
            partial.rename(template)
        return template


def _migrate_file(template: Path) -> None:
    with tempfile.TemporaryDirectory(dir=TEMPLATES) as folder:
        _migrate(EASEL_DATA=folder)
        (Path(folder) / "easel.sqlite3").rename(template)


def _migrate(**environment: str) -> None:
    path = os.pathsep.join((str(ROOT), str(ROOT / "deploy" / "sdk" / "python" / "src")))
    others = {name: text for name, text in os.environ.items() if not name.startswith("EASEL_")}
    subprocess.run(
        [sys.executable, "-m", "backend.manage", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env=others | {"PYTHONPATH": path} | environment,
        check=True,
    )


def _state_of_backend() -> str:
    """Return a digest of all code that a migration may use."""
    state = hashlib.sha256(version("django").encode())
    for path in sorted((ROOT / "backend").rglob("*.py")):
        state.update(str(path.relative_to(ROOT)).encode())
        state.update(path.read_bytes())
    return state.hexdigest()
