"""The characters that a network's classes stand for, as a package holds them."""

from __future__ import annotations

import json

from easel.errors import PackageError
from easel.runtime.inputs import ReadFile


def read_characters(path: str, read: ReadFile) -> tuple[str, ...]:
    """Return the characters of the classes 1 and on; class 0 is the blank.

    Raises:
        PackageError: ``vocabulary_invalid`` when the file is not a JSON list of strings.
    """
    try:
        known = json.loads(read(path).decode("utf-8"))
    except ValueError as error:
        raise _vocabulary_invalid(path) from error
    if not isinstance(known, list) or not all(isinstance(one, str) and one for one in known):
        raise _vocabulary_invalid(path)
    return tuple(known)


def _vocabulary_invalid(path: str) -> PackageError:
    return PackageError(
        f"The characters '{path}' cannot be used; a list of strings is expected. "
        "Export the package again.",
        code="vocabulary_invalid",
        file=path,
    )
