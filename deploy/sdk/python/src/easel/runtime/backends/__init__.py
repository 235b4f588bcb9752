"""Inference back ends: what runs the bare network. One is chosen by one argument of ``load``.

A back end is a function ``load(model, *, threads) -> Session``. This package carries
``onnxruntime``; others are installed beside it under the entry-point group ``easel.backends``.
A back end is imported when it is chosen, so that the ops can be used without any.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Callable, Protocol

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError

GROUP = "easel.backends"
BUILT_IN = "onnxruntime"


class Session(Protocol):
    """A loaded network. ``run`` may be called from several threads at once."""

    output_names: Sequence[str]

    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
        """Return the outputs, in the order of ``output_names``."""
        ...


BackendLoader = Callable[..., Session]
"""``load(model: bytes, *, threads: int | None) -> Session``."""


def backend_named(name: str) -> BackendLoader:
    """Return the loader of a back end; ``auto`` is the one every package is verified with.

    Raises:
        BackendError: ``backend_missing`` when no such back end is installed.
    """
    if name in ("auto", BUILT_IN):
        built_in: BackendLoader = import_module(f"{__name__}.{BUILT_IN}").load
        return built_in
    found = {entry.name: entry for entry in _entries()}
    if name not in found:
        raise BackendError(
            f"There is no back end '{name}'. Installed: "
            f"{', '.join(sorted({BUILT_IN, *found}))}. Install the package that provides it.",
            code="backend_missing",
            backend=name,
        )
    loader: BackendLoader = found[name].load()
    return loader


def _entries() -> Sequence[EntryPoint]:
    if sys.version_info >= (3, 10):
        return tuple(entry_points(group=GROUP))
    return tuple(entry_points().get(GROUP, ()))
