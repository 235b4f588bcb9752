"""One model package that answers: decoding in threads, the network in batches, then the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from easel.errors import BackendError, InputError
from easel.runtime import Example, Model, Part, PredictOptions, Result, Tensors, documents
from easel.runtime.example import RowStream, count_rows, take_rows
from easel.runtime.inputs import WeighingInput
from easel.runtime.predictions import prediction_kind
from easel.runtime.predictions.labels import LabelsDecoder
from easel.runtime.results import Document
from easel.runtime.rows import RowRunner, joined

from engine.serving.calls import Call
from engine.serving.drift.answered import AnsweredCall
from engine.serving.errors import ServingError, as_serving_error
from engine.serving.packages.batching import RETRY_AFTER, Batcher
from engine.serving.packages.room import SMALL_BYTES, Claim, Room
from engine.specs.serving import BatchingSpec

if TYPE_CHECKING:
    from engine.serving.drift.meter import DriftMeter

Done = TypeVar("Done")

LIGHT_PREDICTIONS = frozenset({"labels"})
"""Answers that cost less than changing threads; all others leave the event loop free."""


@dataclass(frozen=True)
class _Decoded:
    """An input; ``value`` is what it decodes to, where that is to be measured.

    An image that is asked about again is neither decoded nor measured again.
    """

    example: Example
    value: Any


class ServedPackage:
    """One package that answers: its runtime model, its batcher, its numbers."""

    def __init__(
        self,
        name: str,
        version: str,
        model: Model,
        batching: BatchingSpec,
        workers: ThreadPoolExecutor,
        is_alone: Callable[[], bool],
        room: Room,
        meter: DriftMeter | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.model = model
        self.meter = meter
        self.network = model.manifest.networks[0]
        self.prediction_kind = prediction_kind(model.manifest.postprocessing)
        self.max_queue = batching.max_queue
        self._is_light = (
            self.prediction_kind in LIGHT_PREDICTIONS and not model.pipeline.decoder.networks
        )
        self._workers = workers
        self._room = room
        self._takes_images = any(part.name == "image" for part in model.pipeline.parts)
        self._weighs = isinstance(model.pipeline.input, WeighingInput)
        self._num_in_threads = 0
        self._timeout_seconds = batching.timeout_ms / 1000
        self._max_batch = batching.max_batch if self.network.is_batched else 1
        self._batcher = Batcher(
            RowRunner(model.sessions[model.network], self._max_batch).rows,
            max_batch=self._max_batch,
            max_queue=batching.max_queue,
            timeout_seconds=self._timeout_seconds,
            is_alone=is_alone,
        )

    @property
    def parts(self) -> tuple[Part, ...]:
        """What a request consists of."""
        return self.model.pipeline.parts

    async def infer(self, rows: Tensors, call: Call) -> Tensors:
        """Run the bare network on rows (n, …), in several runs when they are many.

        Raises:
            ServingError: ``overloaded``, ``timed_out``, ``inference_failed``.
        """
        count, seconds = count_rows(rows), self._seconds(call)
        try:
            if count <= self._max_batch:
                whole = await self._rows(rows, 0, seconds)
                ran = await self._batcher.submit(whole, call.timeout_seconds)
                call.batch_size, call.queue_ms = ran.batch_size, ran.queue_ms
                return ran.outputs
            runs = [
                await self._batcher.submit(
                    await self._rows(rows, start, seconds), call.timeout_seconds
                )
                for start in range(0, count, self._max_batch)
            ]
        except (BackendError, InputError) as error:
            raise as_serving_error(error) from error
        call.batch_size = max(ran.batch_size for ran in runs)
        call.queue_ms = sum(ran.queue_ms for ran in runs)
        return joined([ran.outputs for ran in runs])

    async def predict(
        self,
        parts: Mapping[str, Any],
        call: Call,
        options: PredictOptions,
        *,
        max_side: int | None = None,
    ) -> list[Document]:
        """Decode a request, run it through the networks and say what they mean.

        Args:
            parts: the request by part: bytes of a file, or a value.
            call: takes note of the answer.
            options: what the caller asks for.
            max_side: longest side allowed of an image, in pixels.

        Returns:
            The results in their JSON form.

        Raises:
            ServingError: when the request cannot be used, or the model is overloaded or failed.
        """
        with Claim(self._room, self._seconds(call)) as claim:
            return await self._predict(parts, call, options, max_side, claim)

    async def _predict(
        self,
        parts: Mapping[str, Any],
        call: Call,
        options: PredictOptions,
        max_side: int | None,
        claim: Claim,
    ) -> list[Document]:
        meter = None if call.is_test else self.meter
        is_measured = meter is not None and meter.has_time()
        seconds = self._seconds(call)
        decoded = await self._prepare(parts, max_side, claim, seconds, keeps_value=is_measured)
        example = decoded.example
        outputs = example.known
        if outputs is None:
            outputs = await self.infer(example.tensors, call)
            self.model.pipeline.keep(example, outputs)
        results = documents(await self._interpret(example, outputs, options, seconds))
        if meter is not None:
            if decoded.value is None:
                meter.count()
            else:
                # What is decoded counts as taken until it is measured, though the caller is gone.
                claim.watch(
                    meter.measure(AnsweredCall(decoded.value, example, outputs, options, results))
                )
        decoder = self.model.pipeline.decoder
        if not results and isinstance(decoder, LabelsDecoder):
            # What stayed below the threshold is what people should look at.
            call.note_best([decoder.best(outputs).document()])
        call.note_best(results)
        return results

    async def _prepare(
        self,
        parts: Mapping[str, Any],
        max_side: int | None,
        claim: Claim,
        seconds: float,
        *,
        keeps_value: bool,
    ) -> _Decoded:
        if self._num_in_threads >= self.max_queue:
            raise ServingError(
                f"{self._num_in_threads} inputs wait for a thread. Try again in a second, or add "
                "replicas.",
                code="overloaded",
                headers=RETRY_AFTER,
            )
        try:
            source = self.model.pipeline.source(parts)
            if not self._weighs:
                return await self._in_thread(seconds, self._decode, source, max_side, keeps_value)
            await claim.take_small()
            decoded, num_bytes = await self._in_thread(
                seconds, self._decode_small, source, max_side, keeps_value, claim=claim
            )
            if decoded is None:
                await claim.take_large(num_bytes)
                return await self._in_thread(
                    seconds, self._decode, source, max_side, keeps_value, claim=claim
                )
            claim.shrink(num_bytes)
            return decoded
        except TimeoutError as error:
            raise _decoded_too_late() from error
        except InputError as error:
            raise as_serving_error(error) from error

    def _decode_small(
        self, source: Any, max_side: int | None, keeps_value: bool
    ) -> tuple[_Decoded | None, int]:
        """Decode what takes little memory; return nothing and what it takes, where it is more."""
        pipeline = self.model.pipeline
        known = pipeline.recall(source)
        if known is not None:
            return _Decoded(known, None), 0
        num_bytes = pipeline.decoding_bytes(source)
        if num_bytes > SMALL_BYTES:
            return None, num_bytes
        return self._decode(source, max_side, keeps_value), num_bytes

    def _decode(self, source: Any, max_side: int | None, keeps_value: bool) -> _Decoded:
        pipeline = self.model.pipeline
        value = pipeline.decode(source)
        if max_side is not None and self._takes_images:
            pixels = pipeline.input.recorded(value)
            if pixels is not None:
                _check_sides(pixels.shape[1], pixels.shape[0], max_side)
        example = pipeline.input.prepare(value)
        return _Decoded(example, value if keeps_value else None)

    async def _rows(self, rows: Tensors, start: int, seconds: float) -> Tensors:
        """Return the rows of one run; those of a stream are made off the event loop."""
        stop = start + self._max_batch
        if not isinstance(rows, RowStream):
            return take_rows(rows, start, stop)
        try:
            return await self._in_thread(seconds, take_rows, rows, start, stop)
        except TimeoutError as error:
            raise _decoded_too_late() from error

    async def _interpret(
        self, example: Example, outputs: Tensors, options: PredictOptions, seconds: float
    ) -> Sequence[Result]:
        try:
            if self._is_light:
                return self.model.postprocess(example, outputs, options)
            return await self._in_thread(seconds, self.model.postprocess, example, outputs, options)
        except TimeoutError as error:
            raise ServingError(
                "The answer was not put together in time. Try again later, or send a smaller "
                "input.",
                code="timed_out",
                headers=RETRY_AFTER,
            ) from error
        except (InputError, BackendError) as error:
            raise as_serving_error(error) from error

    async def _in_thread(
        self,
        seconds: float,
        function: Callable[..., Done],
        *arguments: object,
        claim: Claim | None = None,
    ) -> Done:
        """Call a function off the event loop, for so many seconds at most.

        Raises:
            TimeoutError: when it took too long; if it had not begun, it never will.
        """
        self._num_in_threads += 1
        try:
            async with asyncio.timeout(seconds):
                # The future of the thread itself: it goes on when nobody waits for it any more.
                work = self._workers.submit(function, *arguments)
                if claim is not None:
                    claim.watch(work)
                return await asyncio.wrap_future(work)
        finally:
            self._num_in_threads -= 1

    def _seconds(self, call: Call) -> float:
        return call.timeout_seconds or self._timeout_seconds

    @property
    def num_waiting(self) -> int:
        """Rows that wait for a run."""
        return self._batcher.num_waiting

    def warm_up(self) -> None:
        """Answer once and run the network again, so that the first caller does not pay for it."""
        source = self.model.pipeline.input
        example = source.prepare(source.blank())
        self.model.postprocess(example, self.model.run([example])[0])
        # The first run of so many rows allocates; the second one is what is measured.
        for _ in range(2):
            self._batcher.measure(take_rows(example.tensors, 0, self._max_batch))

    def close(self) -> None:
        """End the inference thread."""
        self._batcher.close()


def _decoded_too_late() -> ServingError:
    return ServingError(
        "The input was not decoded in time. Try again later, or send a smaller one.",
        code="timed_out",
        headers=RETRY_AFTER,
    )


def _check_sides(width: int, height: int, maximum: int) -> None:
    if max(width, height) > maximum:
        raise ServingError(
            f"The image is {width} x {height} pixels; sides of at most {maximum} are accepted "
            "here. Make the image smaller.",
            code="image_size",
            width=width,
            height=height,
        )
