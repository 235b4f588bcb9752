"""Streams of an endpoint: connections on which many calls come, and their answers go."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from engine.specs.spec import Spec

Seconds = Annotated[float, Field(gt=0, le=3600)]


class StreamingSpec(Spec):
    """What a process of a gateway holds of the streams of one deployment.

    There are ``max_connections`` at most. On one, ``max_waiting_messages`` wait for their answers
    before no more are read. Who sends nothing for ``ping_seconds`` is pinged, and dropped after
    ``pong_seconds`` more of silence; whoever sends no message for ``idle_seconds`` is disconnected.
    A caller that does not read is dropped after ``send_seconds``, and one that does not answer a
    closing frame after ``close_seconds``. Where events are sent, a comment comes after
    ``heart_beat_seconds`` without one.
    """

    max_connections: Annotated[int, Field(ge=0, le=10_000)] = 100
    max_waiting_messages: Annotated[int, Field(ge=1, le=1000)] = 16
    ping_seconds: Seconds = 20.0
    pong_seconds: Seconds = 20.0
    idle_seconds: Seconds = 300.0
    send_seconds: Seconds = 30.0
    close_seconds: Seconds = 5.0
    heart_beat_seconds: Seconds = 15.0
