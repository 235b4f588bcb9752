"""The models of one replica, loaded and warmed before any request is let in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from easel.errors import BackendError, EaselError, InputError
from easel.runtime import Model, Prediction, load
from easel.runtime.ops import decode_image

from engine.errors import SpecError
from engine.serving.batching import RETRY_AFTER, Batcher, Rows
from engine.serving.calls import Call
from engine.serving.errors import ServingError, as_serving_error
from engine.specs.serving import BatchingSpec, DeploymentSpec

MAX_PIXELS = 50_000_000
"""Largest image a replica decodes: 150 MB as RGB."""


class ServedPackage:
    """One package that answers: its runtime model, its batcher, its numbers."""

    def __init__(
        self,
        name: str,
        version: str,
        model: Model,
        batching: BatchingSpec,
        decoders: ThreadPoolExecutor,
        is_alone: Callable[[], bool],
    ) -> None:
        self.name = name
        self.version = version
        self.model = model
        self.max_queue = batching.max_queue
        self._decoders = decoders
        self._num_decoding = 0
        self._timeout_seconds = batching.timeout_ms / 1000
        self._max_batch = batching.max_batch if model.manifest.inputs[0].shape[0] is None else 1
        self._batcher = Batcher(
            self._run,
            max_batch=self._max_batch,
            max_queue=batching.max_queue,
            timeout_seconds=self._timeout_seconds,
            is_alone=is_alone,
        )

    async def infer(self, rows: Rows, call: Call) -> Rows:
        """Run the bare network on rows (n, …), in several runs when they are many.

        Raises:
            ServingError: ``overloaded``, ``timed_out``, ``inference_failed``.
        """
        try:
            if len(rows) <= self._max_batch:
                outputs, call.batch_size = await self._batcher.submit(rows)
                return outputs
            parts = [
                await self._batcher.submit(rows[start : start + self._max_batch])
                for start in range(0, len(rows), self._max_batch)
            ]
        except BackendError as error:
            raise as_serving_error(error) from error
        call.batch_size = max(size for _, size in parts)
        return np.concatenate([outputs for outputs, _ in parts])

    async def classify(
        self,
        image: bytes,
        call: Call,
        *,
        top_num: int | None = None,
        threshold: float | None = None,
        side_limits: tuple[int, int] | None = None,
    ) -> list[Prediction]:
        """Decode an image file, run it through the network and name the scores.

        Args:
            image: the file's bytes.
            call: takes note of the answer.
            top_num: see ``Model.predict``.
            threshold: see ``Model.predict``.
            side_limits: shortest and longest side allowed, in pixels.

        Raises:
            ServingError: when the image cannot be used, or the model is overloaded or failed.
        """
        tensor = await self._decode(image, side_limits)
        outputs = await self.infer(tensor[np.newaxis], call)
        try:
            scores = self.model.postprocessing.scores(outputs)[0]
            ranked = self.model.postprocessing.rank(scores, top_num=top_num, threshold=threshold)
        except (InputError, BackendError) as error:
            raise as_serving_error(error) from error
        best = int(np.argmax(scores))
        call.top_label, call.top_score = self.model.labels[best], round(float(scores[best]), 6)
        return ranked

    async def _decode(self, image: bytes, side_limits: tuple[int, int] | None) -> Rows:
        if self._num_decoding >= self.max_queue:
            raise ServingError(
                f"{self._num_decoding} images wait to be decoded. Try again in a second, or add "
                "replicas.",
                code="overloaded",
                headers=RETRY_AFTER,
            )
        self._num_decoding += 1
        try:
            async with asyncio.timeout(self._timeout_seconds):
                return await asyncio.get_running_loop().run_in_executor(
                    self._decoders, self._preprocess, image, side_limits
                )
        except TimeoutError as error:
            raise ServingError(
                "The image was not decoded in time. Try again later, or send a smaller one.",
                code="timed_out",
                headers=RETRY_AFTER,
            ) from error
        except InputError as error:
            raise as_serving_error(error) from error
        finally:
            self._num_decoding -= 1

    def _preprocess(self, image: bytes, side_limits: tuple[int, int] | None) -> Rows:
        pixels = decode_image(image, max_pixels=MAX_PIXELS)
        if side_limits is not None:
            _check_sides(pixels.shape[1], pixels.shape[0], *side_limits)
        return self.model.preprocessing(pixels)

    def _run(self, rows: Rows) -> Rows:
        return self.model.session.run({self.model.input_name: rows})[0].astype(
            np.float32, copy=False
        )

    @property
    def num_waiting(self) -> int:
        """Inputs that wait for a run."""
        return self._batcher.num_waiting

    def warm_up(self) -> None:
        """Run the network twice, so that the first caller does not pay for its allocations."""
        height, width = self.model.preprocessing.size
        blank = np.zeros((height, width, 3), np.uint8)
        rows = self.model.preprocessing(blank)[np.newaxis]
        for _ in range(2):
            self._batcher.measure(rows)

    def close(self) -> None:
        """End the inference thread."""
        self._batcher.close()


class Repository:
    """All packages of a deployment by name and version; the first listed is the default."""

    def __init__(self, packages: list[ServedPackage]) -> None:
        self._packages: dict[str, dict[str, ServedPackage]] = {}
        for package in packages:
            self._packages.setdefault(package.name, {})[package.version] = package
        self.default = packages[0]

    def find(self, name: str, version: str | None = None) -> ServedPackage:
        """Return a package; without a version, the one listed last for the name.

        Raises:
            ServingError: ``not_found``.
        """
        versions = self._packages.get(name)
        if versions is None:
            raise ServingError(
                f"There is no model '{name}' here. Models: {', '.join(self._packages)}.",
                code="not_found",
            )
        if version is None:
            return next(reversed(versions.values()))
        if version not in versions:
            raise ServingError(
                f"Model '{name}' has no version '{version}'. Versions: {', '.join(versions)}.",
                code="not_found",
            )
        return versions[version]

    def versions(self) -> dict[str, list[str]]:
        """Return the versions of each name."""
        return {name: list(versions) for name, versions in self._packages.items()}

    def packages(self) -> list[ServedPackage]:
        """Return all packages."""
        return [package for versions in self._packages.values() for package in versions.values()]


def load_repository(
    spec: DeploymentSpec,
    *,
    num_threads: int,
    decoders: ThreadPoolExecutor,
    is_alone: Callable[[], bool],
) -> Repository:
    """Load and warm every package of a deployment.

    Raises:
        SpecError: ``models_missing``, ``model_repeated`` or ``package_unusable``.
    """
    if not spec.models:
        raise SpecError(
            "The deployment lists no model. List at least one package.", code="models_missing"
        )
    seen: set[tuple[str, str]] = set()
    packages: list[ServedPackage] = []
    for served in spec.models:
        if (served.name, served.version) in seen:
            raise SpecError(
                f"The deployment lists model '{served.name}' version '{served.version}' twice. "
                "Remove one.",
                code="model_repeated",
                model=served.name,
                version=served.version,
            )
        seen.add((served.name, served.version))
        try:
            model = load(served.package, threads=num_threads)
            package = ServedPackage(
                served.name, served.version, model, spec.batching, decoders, is_alone
            )
            package.warm_up()
        except EaselError as error:
            raise SpecError(
                f"Model '{served.name}' version '{served.version}' cannot be served: "
                f"{error.message}",
                code="package_unusable",
                model=served.name,
                version=served.version,
                reason=error.code,
            ) from error
        packages.append(package)
    return Repository(packages)


def _check_sides(width: int, height: int, shortest: int, longest: int) -> None:
    if min(width, height) < shortest or max(width, height) > longest:
        raise ServingError(
            f"The image is {width} x {height} pixels; sides from {shortest} to {longest} are "
            "accepted here. Resize the image.",
            code="image_size",
            width=width,
            height=height,
        )
