"""Exports in the process of the tests, as often as they make them."""

from __future__ import annotations

import functools
import sys

_OPERATORS = "torch.onnx._internal.exporter._registration"


def keep_operators() -> None:
    """Let torch's exporter look up its operators once, where it does so for each network.

    That is a third of the time of exporting a small one. The list is only read. Processes that
    tests start, such as those of the command line, export as they always do.
    """
    exporter = sys.modules.get(_OPERATORS)
    if exporter is not None and not hasattr(exporter.ONNXRegistry.from_torchlib, "cache_info"):
        kept = functools.cache(exporter.ONNXRegistry.from_torchlib)
        exporter.ONNXRegistry.from_torchlib = staticmethod(kept)
