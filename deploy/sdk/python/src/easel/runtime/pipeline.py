"""What surrounds the networks of a model: from a source to tensors, from tensors to results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from easel.errors import InputError, PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import Part, ReadFile, RememberingInput, WeighingInput, open_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op
from easel.runtime.predictions import Networks, open_decoder
from easel.runtime.results import PredictOptions, Result

NO_OPTIONS = PredictOptions()


class Pipeline:
    """Decode, preprocess and postprocess, as a manifest says. Safe to use from several threads.

    Attributes:
        input: the compiled input.
        decoder: the compiled prediction.
        labels: names in the order of the network's outputs.
        thresholds: the recommended threshold of each label.
    """

    def __init__(
        self, document: Mapping[str, Any], read: ReadFile, *, limits: Limits = Limits()
    ) -> None:
        """Compile a manifest's pipeline.

        Args:
            document: ``input``, ``preprocessing``, ``postprocessing`` and ``labels``, as in
                ``manifest.json``.
            read: gives the files that ops name, by their path in the package.
            limits: what decoders refuse as too large.

        Raises:
            PackageError: when an op, an input or a prediction is not known, or files do not fit.
        """
        labels = [(str(one["name"]), float(one["threshold"])) for one in document["labels"]]
        self.labels = tuple(name for name, _ in labels)
        self.thresholds = tuple(threshold for _, threshold in labels)
        self.input = open_input(document["input"], document["preprocessing"], read, limits)
        self.decoder = open_decoder(document["postprocessing"], labels, read)

    @classmethod
    def from_ops(
        cls,
        input: Mapping[str, Any],
        preprocessing: Sequence[Op],
        postprocessing: Sequence[Op],
        labels: Sequence[tuple[str, float]] = (),
        files: Mapping[str, bytes] | None = None,
    ) -> Pipeline:
        """Compile a pipeline that is in no package yet.

        Args:
            input: the input, as in ``manifest.json``.
            preprocessing: op list.
            postprocessing: op list.
            labels: name and recommended threshold, in the order of the network's outputs.
            files: what ops name, by path.

        Raises:
            PackageError: as for the constructor; ``file_missing`` for a file that is not given.
        """
        given = files or {}

        def read(path: str) -> bytes:
            if path not in given:
                raise PackageError(
                    f"An op names the file '{path}', which is not there. Give it in 'files'.",
                    code="file_missing",
                    file=path,
                )
            return given[path]

        document = {
            "input": input,
            "preprocessing": preprocessing,
            "postprocessing": postprocessing,
            "labels": [{"name": name, "threshold": threshold} for name, threshold in labels],
        }
        return cls(document, read)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of a request."""
        return self.input.parts

    @property
    def preprocessing(self) -> Any:
        """The compiled preprocessing, such as ``easel.runtime.image.Preprocessing``."""
        return self.input.preprocessing

    def source(self, parts: Mapping[str, Any]) -> Any:
        """Return the source that the parts of a request make.

        A lone part is the source itself; several are a mapping by their names.

        Raises:
            InputError: ``part_missing``.
        """
        for part in self.input.parts:
            if part.required and part.name not in parts:
                raise InputError(
                    f"The request has no part '{part.name}'. Send it.",
                    code="part_missing",
                    part=part.name,
                )
        if len(self.input.parts) == 1:
            return parts[self.input.parts[0].name]
        return dict(parts)

    def decode(self, source: Any) -> Any:
        """Return what a source holds: pixels, a text, a recording.

        Raises:
            InputError: when the source cannot be used, naming what is wrong with it.
        """
        return self.input.decode(source)

    def decoding_bytes(self, source: Any) -> int:
        """Return about how much memory it takes at most to decode and prepare a source.

        0 where it is not much more than the source itself.
        """
        if isinstance(self.input, WeighingInput):
            return self.input.decoding_bytes(source)
        return 0

    def prepare(self, source: Any) -> Example:
        """Return the rows of one source, ready for the first network.

        Raises:
            InputError: when the source cannot be used.
        """
        return self.recall(source) or self.input.prepare(self.input.decode(source))

    def recall(self, source: Any) -> Example | None:
        """Return a source of which the first network has spoken already, where that is kept."""
        return self.input.recall(source) if isinstance(self.input, RememberingInput) else None

    def keep(self, example: Example, outputs: Tensors) -> None:
        """Keep what the first network said of an example, where the input remembers."""
        if example.known is None and isinstance(self.input, RememberingInput):
            self.input.keep(example, outputs)

    def postprocess(
        self,
        example: Example,
        outputs: Tensors,
        options: PredictOptions = NO_OPTIONS,
        networks: Networks | None = None,
    ) -> list[Result]:
        """Turn the first network's outputs on one example into a prediction.

        Args:
            example: what the network saw, (R, …).
            outputs: what it said, (R, …) by name.
            options: what the caller asks for.
            networks: runs a further network by its name; needed by answers that have several.

        Raises:
            BackendError: when the outputs cannot be used.
        """
        return self.decoder(example, outputs, options, networks or _no_networks)


def _no_networks(name: str, tensors: Tensors) -> Tensors:
    raise PackageError(
        f"The postprocessing asks for the network '{name}', which is not loaded. "
        "Load the whole package.",
        code="network_missing",
        network=name,
    )
