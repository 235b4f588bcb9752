"""Prove that this machine gives the predictions that the package was verified with."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from easel.errors import EaselError, PackageError
from easel.runtime.comparison import array_difference, json_differences
from easel.runtime.example import Example, Tensors
from easel.runtime.manifest import GoldenCase
from easel.runtime.package import Package
from easel.runtime.pipeline import Pipeline
from easel.runtime.results import Result, documents

MAX_FINDINGS = 5
"""Differences of one prediction that are named; a wrong prediction has hundreds."""


class Replayable(Protocol):
    """What is asked of a model to replay its golden vectors; ``easel.runtime.Model`` is one."""

    @property
    def pipeline(self) -> Pipeline:
        """Return what surrounds the networks."""
        ...

    def run(self, examples: Sequence[Example]) -> list[Tensors]:
        """Run the first network."""
        ...

    def postprocess(self, example: Example, outputs: Tensors) -> list[Result]:
        """Turn the first network's outputs on one example into an answer."""
        ...


@dataclass(frozen=True)
class SelfTest:
    """The outcome of a self-test; ``failures`` are sentences, empty when all is well."""

    num_files: int
    num_cases: int
    max_abs_difference: float
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether every check succeeded."""
        return not self.failures


def run_selftest(model: Replayable, package: Package) -> SelfTest:
    """Check the sums of all files, then replay every golden vector."""
    manifest = package.manifest
    failures: list[str] = []
    for file in manifest.files:
        try:
            package.read(file.path)
        except PackageError as error:
            failures.append(error.message)
    if not manifest.golden:
        failures.append("The package has no golden vectors, so nothing can be compared.")
    largest = 0.0
    for case in manifest.golden:
        replay = _Replay(model, package, case)
        try:
            failures += [f"{case.request}: {finding}" for finding in replay.findings()]
        except EaselError as error:
            failures.append(f"{case.request}: {error.message}")
        largest = max(largest, replay.difference)
    return SelfTest(len(manifest.files), len(manifest.golden), largest, tuple(failures))


class _Replay:
    """One golden vector asked again; ``difference`` is that of the first network's outputs."""

    def __init__(self, model: Replayable, package: Package, case: GoldenCase) -> None:
        self._model = model
        self._package = package
        self._case = case
        self.difference = 0.0

    def findings(self) -> Iterator[str]:
        """Yield what differs from the record, in the order in which it is computed."""
        model, case = self._model, self._case
        closeness = self._package.manifest.max_input_difference
        value = model.pipeline.decode(model.pipeline.source(self._request()))
        if case.decoded is not None:
            decoded = model.pipeline.input.recorded(value)
            recorded = self._array(case.decoded)
            if decoded is None or not array_difference(decoded, recorded) <= closeness:
                yield "the file decodes to other values than were recorded"
        example = model.pipeline.input.prepare(value)
        yield from self._inputs(example.tensors, closeness)
        outputs = model.run([example])[0]
        yield from self._outputs(outputs)
        postprocess = {"results": documents(model.postprocess(example, outputs))}
        recorded_results = self._json(case.result)
        differences = list(json_differences(postprocess, recorded_results, "the answer"))
        yield from differences[:MAX_FINDINGS]

    def _inputs(
        self, tensors: Mapping[str, NDArray[np.generic]], closeness: float
    ) -> Iterator[str]:
        if set(tensors) != set(self._case.inputs):
            yield f"preprocessing makes {sorted(tensors)}, recorded {sorted(self._case.inputs)}"
            return
        for name, path in self._case.inputs.items():
            difference = array_difference(tensors[name], self._array(path))
            if not difference <= closeness:
                allowed = f"at most {closeness:.3g}" if closeness else "it must be bit-equal"
                yield (
                    f"preprocessing differs from the recorded tensor '{name}' by {difference:.3g}; "
                    f"{allowed}"
                )

    def _outputs(self, outputs: Mapping[str, NDArray[np.generic]]) -> Iterator[str]:
        allowed = self._package.manifest.max_abs_difference
        for name, path in self._case.outputs.items():
            if name not in outputs:
                yield f"the network has no output '{name}'"
                continue
            difference = array_difference(outputs[name], self._array(path))
            self.difference = max(self.difference, difference)
            if not difference <= allowed:
                yield (
                    f"the network's output '{name}' differs by {difference:.3g}, "
                    f"more than {allowed:.3g}"
                )

    def _request(self) -> dict[str, Any]:
        """Return the parts of the recorded request, with the bytes of its files."""
        document = self._json(self._case.request)
        if not isinstance(document, dict):
            raise _unreadable(self._case.request, "it is not an object")
        parts = {}
        for name, value in document.items():
            is_file = isinstance(value, dict) and set(value) == {"file"}
            parts[name] = self._package.read(value["file"]) if is_file else value
        return parts

    def _json(self, path: str) -> Any:
        try:
            return json.loads(self._package.read(path))
        except ValueError as error:
            raise _unreadable(path, str(error)) from error

    def _array(self, path: str) -> NDArray[np.generic]:
        content = io.BytesIO(self._package.read(path))
        try:
            array: NDArray[np.generic] = np.load(content, allow_pickle=False)
        except ValueError as error:
            raise _unreadable(path, str(error)) from error
        return array


def _unreadable(path: str, reason: str) -> PackageError:
    return PackageError(
        f"The golden vector's file '{path}' cannot be read: {reason}. Export the package again.",
        code="golden_unreadable",
        file=path,
    )
