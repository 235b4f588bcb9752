"""Import a tool when a training is about to write to it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from easel.extras import missing_package


def tool(module: str) -> Any:
    """Import a module of a tool that only some have installed.

    Raises:
        PackageError: ``extra_missing`` when it is not.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise missing_package(error, module.partition(".")[0]) from error
