"""Memory that is free is given back to the system."""

from __future__ import annotations

import ctypes
import gc
import sys

# The number of the setting in malloc.h.
_M_ARENA_MAX = -8
_NUM_ARENAS = 2


def return_memory() -> None:
    """Give back what was freed; without this a process keeps what its busiest moment needed."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def limit_arenas() -> None:
    """Let threads share their stores of free memory; call it before there are any.

    Each request has a thread for a moment, and by default each gets a store of its own.
    """
    if sys.platform == "linux":
        allocator = getattr(ctypes.CDLL(None), "mallopt", None)
        if allocator is not None:
            allocator(_M_ARENA_MAX, _NUM_ARENAS)
