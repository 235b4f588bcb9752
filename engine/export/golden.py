"""Write golden vectors: real requests with the predictions that every runtime must repeat."""

# R rows, K labels

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
from easel.runtime import Source, Tensors, documents
from numpy.typing import NDArray

from engine.catalog import PredictionKind
from engine.disk import writing_to
from engine.export.requests import FilePart, Request, candidates
from engine.interfaces.dataset import TaskDataset
from engine.interfaces.task import Task
from engine.specs.package.manifest import Golden, GoldenCase

MAX_CASES = 5
# More than are written: those without a clear prediction are passed over.
NUM_SAMPLES = 12
# Far above what runtimes differ by, so that no machine can see labels in another order.
CLEAR_GAP = 1e-2
# Of outputs in 0..10 or so; larger ones are rounded in proportion.
MAX_DIFFERENCE, MAX_SHARE = 1e-4, 1e-5
# A recording becomes a spectrum by sums of many terms, which libraries add up in other orders.
INPUT_DIFFERENCES = {"audio": 1e-3, "video": 1e-3}


def write_golden(
    task: Task[Any], model: easel.runtime.Model, dataset: TaskDataset, folder: Path
) -> Golden:
    """Write up to five cases of held-out samples; see ``record_golden``."""
    return record_golden(
        model, _sources(dataset), folder, lambda request: _is_clear(task, model, request)
    )


def record_golden(
    model: easel.runtime.Model,
    sources: Iterator[Source],
    folder: Path,
    is_clear: Callable[[Request], bool] = lambda request: True,
) -> Golden:
    """Write up to five cases to ``folder/golden`` and return their paths.

    Args:
        model: the exported package, whose predictions are recorded.
        sources: what is asked, at least one.
        folder: the package.
        is_clear: whether no rounding can change the prediction; such requests are preferred.

    Raises:
        ResourceError: when the disk is full.
    """
    requests = list(candidates(model.pipeline, sources))
    # A model that is sure of nothing still gets its vectors: its ties then are part of it.
    clear = [request for request in requests if is_clear(request)]
    chosen = islice(clear or requests, MAX_CASES)
    kind = str(model.manifest.input["kind"])
    largest = 0.0
    cases = []
    for number, request in enumerate(chosen, start=1):
        case, outputs = write_case(model, request, folder, str(number))
        cases.append(case)
        largest = max(largest, *(_largest(values) for values in outputs.values()))
    return Golden(
        cases=tuple(cases),
        max_input_difference=INPUT_DIFFERENCES.get(kind, 0.0),
        max_abs_difference=max(MAX_DIFFERENCE, MAX_SHARE * largest),
    )


def _sources(dataset: TaskDataset) -> Iterator[Source]:
    spread = np.linspace(0, len(dataset) - 1, min(len(dataset), NUM_SAMPLES))
    return (dataset.source(int(index)) for index in spread)


def _is_clear(task: Task[Any], model: easel.runtime.Model, request: Request) -> bool:
    """Tell whether no rounding can change the order of the labels that the prediction names."""
    if task.card.prediction is not PredictionKind.LABELS:
        return True
    example = model.prepare(model.pipeline.source(_parts(request)))
    logits = np.sort(task.evaluator.outcome(model, example, model.run([example])[0]))[::-1]
    named = len(model.pipeline.postprocess(example, model.run([example])[0]))
    return bool((-np.diff(logits[: named + 1]) > CLEAR_GAP).all())


def write_case(
    model: easel.runtime.Model, request: Request, package: Path, name: str
) -> tuple[GoldenCase, Tensors]:
    """Ask a package one thing, write ``golden/<name>``, and return its paths and the outputs."""
    pipeline = model.pipeline
    value = pipeline.decode(pipeline.source(_parts(request)))
    decoded = pipeline.input.recorded(value)
    example = pipeline.input.prepare(value)
    outputs = model.run([example])[0]
    place = f"golden/{name}"
    document, contents = _request_files(request, place)
    inputs = {tensor: f"{place}/input.{tensor}.npy" for tensor in example.tensors}
    results = {tensor: f"{place}/output.{tensor}.npy" for tensor in outputs}
    contents |= {path: _npy(example.tensors[tensor]) for tensor, path in inputs.items()}
    contents |= {path: _npy(outputs[tensor]) for tensor, path in results.items()}
    if decoded is not None:
        contents[f"{place}/decoded.npy"] = _npy(decoded)
    contents[f"{place}/request.json"] = _json(document)
    contents[f"{place}/result.json"] = _json(
        {"results": documents(model.postprocess(example, outputs))}
    )
    with writing_to(package / place):
        (package / place).mkdir(parents=True)
        for path, content in contents.items():
            (package / path).write_bytes(content)
    case = GoldenCase(
        request=f"{place}/request.json",
        decoded=None if decoded is None else f"{place}/decoded.npy",
        inputs=inputs,
        outputs=results,
        result=f"{place}/result.json",
    )
    return case, outputs


def _parts(request: Request) -> dict[str, Any]:
    """Return the parts as a runtime gets them."""
    return {
        name: part.content if isinstance(part, FilePart) else part for name, part in request.items()
    }


def _request_files(request: Request, place: str) -> tuple[Mapping[str, object], dict[str, bytes]]:
    """Return the request as it is recorded, and the files it names."""
    document: dict[str, object] = {}
    contents: dict[str, bytes] = {}
    for name, part in request.items():
        if isinstance(part, FilePart):
            path = f"{place}/{name}{part.suffix}"
            contents[path] = part.content
            document[name] = {"file": path}
        else:
            document[name] = part
    return document, contents


def _largest(values: NDArray[np.generic]) -> float:
    if values.dtype.kind != "f" or not values.size:
        return 0.0
    return float(np.nan_to_num(np.abs(values.astype(np.float64)), posinf=0.0).max())


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def _npy(array: NDArray[np.generic]) -> bytes:
    content = io.BytesIO()
    np.save(content, array, allow_pickle=False)
    return content.getvalue()
