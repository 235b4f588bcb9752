"""Check at load, not at the first call, that the networks fit what surrounds them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.manifest import Manifest, Tensor
from easel.runtime.pipeline import Pipeline

DATATYPES: dict[str, Any] = {
    "FP32": np.float32,
    "FP16": np.float16,
    "INT64": np.int64,
    "INT32": np.int32,
    "UINT8": np.uint8,
    "BYTES": np.object_,
}
"""Types of tensors as the Open Inference Protocol names them; BYTES are strings."""


def check_networks(manifest: Manifest, pipeline: Pipeline) -> None:
    """Refuse a manifest whose parts do not fit together.

    Raises:
        PackageError: ``manifest_invalid``.
    """
    for network in manifest.networks:
        for tensor in (*network.inputs, *network.outputs):
            if tensor.datatype not in DATATYPES:
                raise _invalid(f"The network has the unknown datatype '{tensor.datatype}'.")
        for tensor in network.inputs:
            if tensor.shape and tensor.shape[0] not in (None, 1):
                raise _invalid(
                    f"The network '{network.name}' takes batches of exactly {tensor.shape[0]}; the "
                    "first axis must be dynamic or 1."
                )
    given = {tensor.name: tensor for tensor in manifest.networks[0].inputs}
    made = pipeline.input.prepare(pipeline.input.blank()).tensors
    fits = set(given) == set(made) and all(_fits(made[name], given[name]) for name in given)
    if not fits:
        wanted = {name: (rows.dtype.name, *rows.shape[1:]) for name, rows in made.items()}
        taken = {name: (tensor.datatype, *tensor.shape[1:]) for name, tensor in given.items()}
        raise _invalid(f"The network takes {taken} where the preprocessing makes {wanted}.")
    outputs = manifest.networks[0].outputs
    if not outputs:
        raise _invalid("The first network has no output.")
    if manifest.postprocessing[-1]["op"] == "labels" and outputs[0].shape[-1] != len(
        manifest.labels
    ):
        raise _invalid(
            f"The network's first output does not have one value for each of the "
            f"{len(manifest.labels)} labels."
        )


def _fits(rows: NDArray[np.generic], tensor: Tensor) -> bool:
    return (
        rows.dtype == DATATYPES[tensor.datatype]
        and rows.ndim == len(tensor.shape)
        and all(side in (None, made) for side, made in zip(tensor.shape[1:], rows.shape[1:]))
    )


def _invalid(reason: str) -> PackageError:
    return PackageError(f"{reason} Export the package again.", code="manifest_invalid")
