"""Audio on a stream: words while somebody speaks, and the final ones at each pause."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from engine.gateway.streams.calls import SAMPLE_RATE, Answer, CallSender
from engine.gateway.streams.connection import Connection
from engine.gateway.streams.messages import MessageStream
from engine.gateway.streams.segments import (
    BYTES_PER_SAMPLE,
    MAX_SAMPLE_RATE,
    MIN_SAMPLE_RATE,
    Segment,
    Segmenter,
    wav_of,
)
from engine.serving.bodies import Bodies
from engine.serving.errors import ServingError

INTERIM_SECONDS = 0.5
"""So much new audio is worth another look at a segment that goes on."""
_MAX_WAITING_SEGMENTS = 4
_WAV = b"audio/wav"


class AudioStream(MessageStream):
    """A stream whose files are samples of audio, cut into segments by pauses.

    A segment that goes on is asked about when half a second more of it came and nothing else is
    asked; one that is complete always, in order. What was answered as final never changes.
    """

    def __init__(
        self,
        connection: Connection,
        sender: CallSender,
        bodies: Bodies,
        max_waiting: int,
        prediction_kind: str | None,
        sample_rate: int,
    ) -> None:
        super().__init__(connection, sender, bodies, max_waiting, prediction_kind)
        self._segmenter = Segmenter(sample_rate)
        self._complete: deque[tuple[int, Segment | None]] = deque()
        self._num_looked_at = 0
        self._least_new = int(INTERIM_SECONDS * sample_rate) * BYTES_PER_SAMPLE

    @property
    def is_full(self) -> bool:
        """Tell whether as many segments or messages wait as may."""
        return len(self._complete) >= _MAX_WAITING_SEGMENTS or super().is_full

    def take_file(self, number: int, content: bytes, num_bytes: int) -> None:
        """Take more samples."""
        # Segments are bounded by themselves: the bytes of a message are not kept.
        self._bodies.give_back(num_bytes)
        for segment in self._segmenter.add(content):
            self._complete.append((number, segment))
            self._num_looked_at = 0
        self.begin()

    def take_command(self, document: Mapping[str, Any]) -> bool:
        """End a segment where its caller says so, besides its other commands."""
        if document != {"end": True}:
            return super().take_command(document)
        self._complete.append((self.num_messages, self._segmenter.finish()))
        self._num_looked_at = 0
        self.begin()
        return True

    async def answer_next(self) -> bool:
        """Answer a complete segment first, then requests, then the segment that goes on."""
        if self._complete:
            number, segment = self._complete.popleft()
            await self._recognise(number, segment, is_final=True)
            return True
        if await super().answer_next():
            return True
        if self._segmenter.num_bytes - self._num_looked_at < self._least_new:
            return False
        segment = self._segmenter.so_far()
        assert segment is not None
        self._num_looked_at = len(segment.pcm)
        await self._recognise(self.num_messages, segment, is_final=False)
        return True

    async def _recognise(self, number: int, segment: Segment | None, *, is_final: bool) -> None:
        fields: dict[str, object] = {"message": number, "final": is_final}
        if segment is None:
            self.send({**fields, "transcript": "", "results": []})
            return
        wav = wav_of(segment.pcm, self._segmenter.sample_rate)
        # What is final is not lost to a rate; the words so far come again anyway.
        ask = self.sender.ask_in_turn if is_final else self.sender.ask
        answer = await ask(wav, _WAV, self.options, number)
        fields |= {"segment": segment.number, "begin_seconds": segment.begin_seconds}
        self.send_answer(answer, {**fields, **transcript_of(answer)})


def transcript_of(answer: Answer) -> dict[str, str]:
    """Return the words of an answer as a field, none of one that is not about words."""
    if answer.is_error:
        return {}
    texts = [one.get("text") for one in answer.results() if isinstance(one, dict)]
    words = [one for one in texts if isinstance(one, str)]
    return {"transcript": " ".join(words)} if len(words) == len(texts) else {}


def sample_rate_of(query: Mapping[str, str], input_kind: str | None) -> int | None:
    """Return the rate of the samples of a stream, ``None`` of one that brings files.

    Args:
        query: that of the request that opens the stream.
        input_kind: what the model takes, ``None`` where that is not known.

    Raises:
        ServingError: ``field_unknown`` where the model takes no audio, ``field_invalid``.
    """
    text = query.get(SAMPLE_RATE)
    if text is None:
        return None
    if input_kind not in (None, "audio"):
        raise ServingError(
            f"{SAMPLE_RATE} was given, and the model of this endpoint takes no audio. Leave it "
            "out: each binary message is a file then.",
            code="field_unknown",
            field=SAMPLE_RATE,
        )
    rate = int(text) if text.isdecimal() and len(text) < 10 else 0
    if not MIN_SAMPLE_RATE <= rate <= MAX_SAMPLE_RATE:
        raise ServingError(
            f"sample_rate is '{text[:20]}'. It has to be a number of samples a second, from "
            f"{MIN_SAMPLE_RATE} to {MAX_SAMPLE_RATE}.",
            code="field_invalid",
            field=SAMPLE_RATE,
        )
    return rate
