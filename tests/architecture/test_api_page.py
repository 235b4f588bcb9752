"""The page of the HTTP API names every address that there is, and none that there is not."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_METHOD = rf"(?:{'|'.join(METHODS)})"
_CALL = re.compile(rf"`({_METHOD}(?:/{_METHOD})*) ([^\s`?]+)")


def _anonymous(path: str) -> str:
    """Return a path whatever its parameters are called."""
    return re.sub(r"\{[^}]*\}", "{}", path).strip("/")


def _served() -> set[str]:
    paths = json.loads((ROOT / "tests/golden/openapi.json").read_text())["paths"]
    return {
        f"{method.upper()} {_anonymous(path.removeprefix('/api/v1/'))}"
        for path, operations in paths.items()
        for method in operations
        if method.upper() in METHODS
    }


def _documented() -> set[str]:
    page = (ROOT / "docs/reference/http-api.md").read_text()
    return {
        f"{method} {_anonymous(path)}"
        for methods, path in _CALL.findall(page)
        for method in methods.split("/")
    }


def test_the_page_of_the_api_names_every_call() -> None:
    assert not sorted(_served() - _documented())


def test_the_page_of_the_api_names_no_call_that_is_gone() -> None:
    assert not sorted(_documented() - _served())
