"""Batch norms folded into the convolutions before them, so that a trace has fewer nodes.

The exporter's library folds them as well, but in a graph that took half as long again to trace.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_weights

_CONVOLUTIONS = (nn.Conv1d, nn.Conv2d, nn.Conv3d)
_NORMS = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)


@torch.no_grad()
def with_folded_norms(model: nn.Module, sample: Mapping[str, Tensor]) -> nn.Module:
    """Return a copy of a network in evaluation mode whose batch norms are folded.

    Those that do not follow a convolution alone, seen on the sample, stay. It is the network itself
    when there is nothing to fold, or when a folded copy would answer otherwise.
    """
    if not any(type(module) in _NORMS for module in model.modules()):
        return model
    pairs, expected = _followed(model, sample)
    if not pairs:
        return model
    folded = copy.deepcopy(model)
    for convolution, norm in pairs:
        _fold(folded, convolution, norm)
    return folded if _are_close(folded(**sample), expected) else model


def _followed(model: nn.Module, sample: Mapping[str, Tensor]) -> tuple[list[tuple[str, str]], Any]:
    """Return names of convolutions and of what norms their output, and what the network returns."""
    # Outputs are kept: no other tensor may come to have the address of one of them.
    made: dict[int, tuple[str, Tensor]] = {}
    calls: Counter[str] = Counter()
    found: list[tuple[str, str]] = []

    def look(name: str, module: nn.Module, inputs: tuple[Any, ...], output: Tensor) -> None:
        calls[name] += 1
        if type(module) in _CONVOLUTIONS:
            made[id(output)] = name, output
        elif inputs and id(inputs[0]) in made and getattr(module, "running_mean", None) is not None:
            found.append((made[id(inputs[0])][0], name))

    hooks = [
        module.register_forward_hook(partial(look, name))
        for name, module in model.named_modules()
        if type(module) in (*_CONVOLUTIONS, *_NORMS)
    ]
    try:
        outputs = model(**sample)
    finally:
        for hook in hooks:
            hook.remove()
    return [pair for pair in found if all(calls[name] == 1 for name in pair)], outputs


def _fold(model: nn.Module, convolution_name: str, norm_name: str) -> None:
    convolution: Any = model.get_submodule(convolution_name)
    norm: Any = model.get_submodule(norm_name)
    convolution.weight, convolution.bias = fuse_conv_bn_weights(
        convolution.weight, convolution.bias,
        norm.running_mean, norm.running_var, norm.eps, norm.weight, norm.bias,
    )  # fmt: skip
    parent, _, name = norm_name.rpartition(".")
    setattr(model.get_submodule(parent), name, nn.Identity())


def _are_close(outputs: Tensor | tuple[Tensor, ...], expected: Tensor | tuple[Tensor, ...]) -> bool:
    ours, theirs = (
        (one,) if isinstance(one, Tensor) else tuple(one) for one in (outputs, expected)
    )
    # Both compute in float32; the order of products differs.
    return all(
        torch.allclose(one.float(), other.float(), rtol=1e-3, atol=1e-4)
        for one, other in zip(ours, theirs, strict=True)
    )
