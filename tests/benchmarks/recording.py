"""The dated file of results, beside the machine they were measured on."""

from __future__ import annotations

import datetime
import json
import os
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def record(section: str, values: Mapping[str, Any], folder: Path = RESULTS) -> Path:
    """Merge values into a section of today's file, name by name; return the file."""
    path = _today(folder)
    document = json.loads(path.read_text()) if path.is_file() else {}
    document["machine"] = _machine()
    document.setdefault(section, {}).update(values)
    path.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n")
    return path


def recorded(section: str, folder: Path = RESULTS) -> dict[str, Any]:
    """Return what stands in a section of today's file, by name."""
    path = _today(folder)
    document = json.loads(path.read_text()) if path.is_file() else {}
    found: dict[str, Any] = document.get(section, {})
    return found


def _today(folder: Path) -> Path:
    return folder / f"{datetime.datetime.now(tz=datetime.UTC).date().isoformat()}.json"


def _machine() -> dict[str, str | int | None]:
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    return {
        "processor": models[0] if models else platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
    }
