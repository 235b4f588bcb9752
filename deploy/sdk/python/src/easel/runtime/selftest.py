"""Prove that this machine gives the answers that the package was verified with."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from easel.errors import EaselError, PackageError
from easel.runtime.manifest import GoldenCase
from easel.runtime.ops import decode_image

if TYPE_CHECKING:
    from easel.runtime.model import Model

SCORE_TOLERANCE = 1e-3


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


def run_selftest(model: Model) -> SelfTest:
    """Check the sums of all files, then replay every golden vector."""
    failures: list[str] = []
    for file in model.manifest.files:
        try:
            model.package.read(file.path)
        except PackageError as error:
            failures.append(error.message)
    if not model.manifest.golden:
        failures.append("The package has no golden vectors, so nothing can be compared.")
    largest = 0.0
    for case in model.manifest.golden:
        try:
            difference, found = _replay(model, case)
        except EaselError as error:
            failures.append(f"{case.image}: {error.message}")
        else:
            largest = max(largest, difference)
            failures += [f"{case.image}: {finding}" for finding in found]
    return SelfTest(len(model.manifest.files), len(model.manifest.golden), largest, tuple(failures))


def _replay(model: Model, case: GoldenCase) -> tuple[float, list[str]]:
    """Return the largest difference of the network's output, and what is wrong."""
    findings = []
    pixels = _array(model, case.pixels).astype(np.uint8, casting="equiv")
    if not np.array_equal(decode_image(model.package.read(case.image)), pixels):
        findings.append("the image file decodes to other pixels than were recorded")
    tensor = model.preprocess(pixels)
    if not np.array_equal(tensor[np.newaxis], _array(model, case.input)):
        findings.append("preprocessing differs from the recorded tensor; it must be bit-equal")
    output = model.predict_tensor(tensor[np.newaxis])[0]
    expected = _array(model, case.output).reshape(output.shape)
    difference = float(np.max(np.abs(output - expected)))
    if not difference <= model.manifest.max_abs_difference:
        findings.append(
            f"the network's output differs by {difference:.3g}, more than "
            f"{model.manifest.max_abs_difference:.3g}"
        )
    if int(np.argmax(output)) != int(np.argmax(expected)):
        findings.append("the best label differs from the recorded one")
    scores = dict(zip(model.labels, model.postprocessing.scores(output)))
    for item in json.loads(model.package.read(case.result))["results"]:
        score = scores.get(item["name"], np.nan)
        if not abs(score - item["score"]) <= SCORE_TOLERANCE:
            findings.append(f"'{item['name']}' scores {score:.4f}, recorded {item['score']:.4f}")
    return difference, findings


def _array(model: Model, name: str) -> NDArray[np.generic]:
    array: NDArray[np.generic] = np.load(io.BytesIO(model.package.read(name)), allow_pickle=False)
    return array
