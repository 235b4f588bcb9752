"""Files of an installation are its own: nobody else on the machine may read them."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from backend.config.env import Environment

_OWNER_ONLY, _OWNERS_FOLDER = 0o600, 0o700


def keep_files_private(environment: Environment) -> None:
    """Let only the owner read what this process and its children write, and what is there.

    Call it first in every process. A folder that belongs to somebody else stays as it is: whoever
    made it has decided who may read it.
    """
    os.umask(0o077)
    try:
        environment.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(
            f"EASEL_DATA is '{environment.data}', where no folder can be made ({error.strerror}). "
            "Name a folder that this process may write."
        )
    _restrict(environment.data, _OWNERS_FOLDER)
    if environment.database_url.startswith("sqlite:///"):
        database = environment.database_url.removeprefix("sqlite:///")
        for suffix in ("", "-wal", "-shm", "-journal"):
            _restrict(Path(database + suffix), _OWNER_ONLY)


def _restrict(path: Path, mode: int) -> None:
    with contextlib.suppress(FileNotFoundError, PermissionError):
        path.chmod(mode)
