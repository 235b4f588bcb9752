"""What every process of ours is told about the world: nothing of it is reported home or fetched."""

from __future__ import annotations

from collections.abc import Mapping

OFF_LINE: Mapping[str, str] = {
    # ONNX Runtime 1.31 and later queue events in the user's cache folder and send them; only this,
    # set before the library is loaded, keeps them from it.
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    # The convention that other libraries look at.
    "DO_NOT_TRACK": "1",
}
"""Environment variables that have to be set before the libraries that read them are loaded."""
