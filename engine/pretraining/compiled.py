"""Compile functions of single numbers where numba is installed; they are right without it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

IS_FAST = find_spec("numba") is not None


def compiled(function: Function) -> Function:
    """Return a function that numba compiles when compiled code calls it; Python calls it as it is.

    So one text is both: called from ``compiled_loop`` it works on single numbers, called from
    Python on NumPy's arrays.
    """
    if not IS_FAST:
        return function
    import numba

    found: Function = numba.extending.register_jitable(function)
    return found


def compiled_loop(function: Function) -> Function | None:
    """Return a function compiled whole, which holds no lock; ``None`` without numba."""
    if not IS_FAST:
        return None
    import numba

    found: Function = numba.njit(function, nogil=True, cache=False)
    return found
