"""A model that is loaded and ready to answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Union, overload

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from easel.errors import PackageError
from easel.runtime.backends import Session, backend_named
from easel.runtime.example import Example, Tensors
from easel.runtime.limits import Limits
from easel.runtime.manifest import Manifest
from easel.runtime.package import Package
from easel.runtime.pipeline import Pipeline
from easel.runtime.results import PredictOptions, Result
from easel.runtime.rows import CHUNK, RowRunner
from easel.runtime.selftest import SelfTest, run_selftest
from easel.runtime.tensors import check_networks

Source = Union[
    bytes, str, Path, Image.Image, NDArray[np.generic], Mapping[str, Any], tuple[str, str]
]
"""What a model is asked about.

The bytes or path of a file, a Pillow image, pixels (H, W, 3) uint8 RGB, samples of a recording, a
text, or an object: the row of a table, or the parts of a request by name where there are several.
"""


class Model:
    """Networks and what surrounds them. All methods may be called from several threads."""

    def __init__(
        self, pipeline: Pipeline, sessions: Mapping[str, Session], package: Package | None = None
    ) -> None:
        """Put a model together.

        Args:
            pipeline: what surrounds the networks.
            sessions: the networks by name; the first takes what preprocessing makes.
            package: where they come from; ``None`` for a model that is in no package yet, whose
                networks take any number of rows.

        Raises:
            PackageError: ``network_missing`` when the postprocessing names an absent network;
                ``manifest_invalid`` when the first network does not take what preprocessing makes.
        """
        self.pipeline = pipeline
        self.sessions = dict(sessions)
        self.package = package
        self.network = next(iter(self.sessions))
        batched = (
            {} if package is None else {x.name: x.is_batched for x in package.manifest.networks}
        )
        self._runners = {
            name: RowRunner(session, CHUNK if batched.get(name, True) else 1)
            for name, session in self.sessions.items()
        }
        for name in pipeline.decoder.networks:
            self._runner(name)
        if package is not None:
            check_networks(package.manifest, pipeline)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in the order of the network's outputs."""
        return self.pipeline.labels

    @property
    def manifest(self) -> Manifest:
        """The manifest of the package that the model was loaded from."""
        return self._package().manifest

    @overload
    def predict(
        self,
        source: list[Any],
        *,
        top_num: int | None = None,
        threshold: float | None = None,
        include_proba: bool = False,
        include_req: bool = False,
    ) -> list[list[Result]]: ...

    @overload
    def predict(
        self,
        source: Source,
        *,
        top_num: int | None = None,
        threshold: float | None = None,
        include_proba: bool = False,
        include_req: bool = False,
    ) -> list[Result]: ...

    def predict(
        self,
        source: Source | list[Any],
        *,
        top_num: int | None = None,
        threshold: float | None = None,
        include_proba: bool = False,
        include_req: bool = False,
    ) -> list[Result] | list[list[Result]]:
        """Answer for one source, or for each source of a list.

        Args:
            source: see ``Source``; a list is always several sources.
            top_num: keep at most so many results; by default what the manifest says.
            threshold: keep results of at least this score; by default what the manifest says.
            include_proba: of a row of a table, say the probability of every class.
            include_req: repeat the row in its prediction.

        Returns:
            The results, best first where they have scores; for a list, such a list per source.

        Raises:
            InputError: when a source cannot be used, naming what is wrong with it.
        """
        options = PredictOptions(top_num, threshold, include_proba, include_req)
        if isinstance(source, list):
            return [
                answer for part in self._portions(source) for answer in self._ask(part, options)
            ]
        return self._ask([self.prepare(source)], options)[0]

    def prepare(self, source: Source) -> Example:
        """Return the rows of one source, ready for the first network."""
        return self.pipeline.prepare(source)

    def run(self, examples: Sequence[Example]) -> list[Tensors]:
        """Run the first network.

        Rows of examples that have one shape share the network's batches.

        Returns:
            For each example the outputs by name, (R, …).

        Raises:
            BackendError: when the network refuses the tensors.
        """
        fresh = [example for example in examples if example.known is None]
        computed = iter(self._runners[self.network].examples(fresh) if fresh else [])
        outputs = [next(computed) if one.known is None else one.known for one in examples]
        for example, output in zip(examples, outputs):
            self.pipeline.keep(example, output)
        return outputs

    def postprocess(
        self, example: Example, outputs: Tensors, options: PredictOptions | None = None
    ) -> list[Result]:
        """Turn the first network's outputs on one example into a prediction."""
        return self.pipeline.postprocess(
            example, outputs, options or PredictOptions(), self.run_network
        )

    def run_network(self, name: str, tensors: Tensors) -> Tensors:
        """Run any of the networks on rows.

        Args:
            name: as in the manifest.
            tensors: (R, …) each.

        Returns:
            The outputs by name, (R, …).

        Raises:
            BackendError: when the network refuses the tensors.
            PackageError: ``network_missing``.
        """
        return self._runner(name).rows(tensors)

    def selftest(self) -> SelfTest:
        """Check every file of the package, and that this machine reproduces its golden vectors."""
        return run_selftest(self, self._package())

    def _portions(self, sources: Iterable[Source]) -> Iterator[list[Example]]:
        """Prepare sources in portions of about one run of the network, which bounds memory."""
        portion: list[Example] = []
        for source in sources:
            portion.append(self.prepare(source))
            if sum(example.num_rows for example in portion) >= CHUNK:
                yield portion
                portion = []
        if portion:
            yield portion

    def _ask(self, examples: Sequence[Example], options: PredictOptions) -> list[list[Result]]:
        outputs = self.run(examples)
        return [
            self.postprocess(one, computed, options) for one, computed in zip(examples, outputs)
        ]

    def _runner(self, name: str) -> RowRunner:
        if name not in self._runners:
            raise PackageError(
                f"The postprocessing asks for the network '{name}'; the model has "
                f"{', '.join(self._runners)}. Export the package again.",
                code="network_missing",
                network=name,
            )
        return self._runners[name]

    def _package(self) -> Package:
        if self.package is None:
            raise PackageError(
                "The model is in no package yet. Export it first, and load the package.",
                code="package_missing",
            )
        return self.package


def load(
    path: str | Path,
    *,
    backend: str = "auto",
    threads: int | None = None,
    limits: Limits = Limits(),
) -> Model:
    """Load a model package.

    Args:
        path: the package's folder or zip.
        backend: ``auto``, ``onnxruntime`` or the name of an installed plug-in.
        threads: threads of one run; ``None`` leaves the number to the back end.
        limits: what decoders refuse as too large.

    Raises:
        PackageError: when the package is missing, damaged, unsafe or newer than this runtime.
        BackendError: when the back end is missing or cannot load the model.
    """
    package = Package(path)
    manifest = package.manifest
    pipeline = Pipeline(manifest.document, package.read, limits=limits)
    load_network = backend_named(backend)
    sessions = {
        network.name: load_network(package.read(network.file), threads=threads)
        for network in manifest.networks
    }
    return Model(pipeline, sessions, package)
