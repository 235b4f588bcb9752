"""The committed OpenAPI document, which ``test_schema`` holds against the current one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parents[2] / "golden" / "openapi.json"


@cache
def committed() -> dict[str, Any]:
    """Return the document, to be read only.

    Each process that collects tests asks for it: to write the current one takes seconds.
    """
    found: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found
