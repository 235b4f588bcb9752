"""Real data that lies beside the checkout, never in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def shared_data(name: str) -> Path:
    """Return a folder of real data; without it the test is skipped, saying so."""
    folder = Path(os.environ.get("EASEL_SHARED", ROOT / ".." / "shared")) / "data" / name
    if not folder.is_dir():
        pytest.skip(f"There is no folder '{folder}'. EASEL_SHARED names where it lies.")
    return folder
