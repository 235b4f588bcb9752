"""What processes on this machine are told about the world."""

from __future__ import annotations

import os

from backend.config.env import ROOT
from engine.specs.environment import OFF_LINE

_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH")


def python_environment(*, threads: int | None = None) -> dict[str, str]:
    """Return a clean environment in which ``python -m engine`` works and little else is known.

    Secrets of this installation (database, broker, keys) are not passed on.
    """
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(
        (str(ROOT), str(ROOT / "deploy" / "sdk" / "python" / "src"))
    )
    environment |= {"PYTHONSAFEPATH": "1", "PYTHONUNBUFFERED": "1", **OFF_LINE}
    if threads is not None:
        environment |= {"OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads)}
    return environment
