"""The models of one replica, loaded and warmed before any request is let in."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from easel.errors import EaselError
from easel.runtime import Limits, Model, load

from engine.errors import SpecError
from engine.serving.errors import ServingError
from engine.serving.packages.package import ServedPackage
from engine.serving.packages.room import Room
from engine.specs.serving import DeploymentSpec

if TYPE_CHECKING:
    from engine.serving.drift.meter import DriftMeter

LIMITS = Limits(
    max_pixels=50_000_000,
    max_audio_seconds=3600,
    max_video_bytes=512 * 1024**2,
    max_video_seconds=600,
    max_characters=1_000_000,
    max_rows=100_000,
)
"""What a replica decodes at most."""

SMALL_BYTES = 512 << 20
"""For all small inputs of a replica together: about two hundred images of a phone's screen."""


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
    workers: ThreadPoolExecutor,
    is_alone: Callable[[], bool],
    aside: ThreadPoolExecutor,
) -> Repository:
    """Load and warm every package of a deployment.

    Args:
        spec: what is served.
        num_threads: of each network.
        workers: where inputs are decoded.
        is_alone: whether no other request is on its way.
        aside: where calls are measured once they are answered.

    Raises:
        SpecError: ``models_missing``, ``model_repeated`` or ``package_unusable``.
    """
    if not spec.models:
        raise SpecError(
            "The deployment lists no model. List at least one package.", code="models_missing"
        )
    seen: set[tuple[str, str]] = set()
    packages: list[ServedPackage] = []
    room = Room(
        small_bytes=SMALL_BYTES,
        large_bytes=spec.max_decoding_bytes,
        max_small=spec.batching.max_queue,
    )
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
            model = load(served.package, threads=num_threads, limits=LIMITS)
            package = ServedPackage(
                served.name,
                served.version,
                model,
                spec.batching,
                workers,
                is_alone,
                room,
                _meter(model, aside) if spec.measures_drift else None,
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


def _meter(model: Model, aside: ThreadPoolExecutor) -> DriftMeter | None:
    # What measures takes memory, which servers that do not measure keep.
    from engine.serving.drift.meter import open_meter

    return open_meter(model, aside)
