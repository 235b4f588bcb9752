"""Which numbers a run computes with."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Literal

import torch

from engine.errors import SpecError
from engine.interfaces.recipe import Precision


def choose_precision(
    wanted: Precision | Literal["auto"], device: Literal["cpu", "cuda"]
) -> Precision:
    """Return the precision of a run: on a GPU half the bits pay, on a CPU they rarely do.

    Raises:
        SpecError: for float16 on a CPU, which has no gradient scaler for it.
    """
    if wanted == "float16" and device == "cpu":
        raise SpecError(
            "float16 training needs a CUDA device. Choose precision float32, bfloat16 or auto.",
            code="precision_unsupported",
            precision=wanted,
            device=device,
        )
    if wanted != "auto":
        return wanted
    if device == "cpu":
        return "float32"
    return "bfloat16" if torch.cuda.is_bf16_supported() else "float16"


def autocast(precision: Precision, device: torch.device) -> AbstractContextManager[object]:
    """Return the context that the forward pass runs in."""
    if precision == "float32":
        return nullcontext()
    return torch.autocast(device.type, dtype=getattr(torch, precision))
