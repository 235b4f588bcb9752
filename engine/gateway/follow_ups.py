"""What goes on behind an answer that was returned, and that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from engine.gateway.routes import Route
from engine.gateway.samples import Samples
from engine.gateway.shadows import Compared, Shadows
from engine.serving.calls import Call
from engine.serving.forwarding.upstream import Asked, Response

DRAIN_SECONDS = 30.0


class FollowUps:
    """Asks shadows about calls, and keeps calls where their deployment does."""

    def __init__(self, work: Path) -> None:
        self._work = work
        self._shadows: dict[str, Shadows] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(
        self, route: Route, inner: Asked, asked: Asked, call: Call, response: Response
    ) -> None:
        """Begin what follows a call.

        Args:
            route: the deployment that was called.
            inner: the request as its model servers saw it.
            asked: the request as it came.
            call: what is known of it.
            response: what was answered.
        """
        asking = []
        for shadow in route.revisions.shadows:
            shadows = self._shadows_of(route.spec.deployment_id)
            task = shadows.ask(shadow, inner, call, response, route.spec.shadow_share)
            if task is not None:
                asking.append(task)
        if route.samples is not None:
            keeping = _keep(route.samples, asking, asked, call, response)
            kept = asyncio.get_running_loop().create_task(keeping)
            self._tasks.add(kept)
            kept.add_done_callback(self._tasks.discard)

    def flush(self) -> None:
        """Write down what shadows said."""
        for shadows in self._shadows.values():
            shadows.flush()

    async def drain(self) -> None:
        """Wait for what goes on."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=DRAIN_SECONDS)
        for shadows in self._shadows.values():
            await shadows.drain()

    def _shadows_of(self, deployment_id: str) -> Shadows:
        folder = self._work / "deployments" / deployment_id
        return self._shadows.setdefault(deployment_id, Shadows(folder))


async def _keep(
    samples: Samples,
    asking: Sequence[asyncio.Task[Compared]],
    asked: Asked,
    call: Call,
    response: Response,
) -> None:
    """Keep a call once shadows have said what they would have answered."""
    compared = await asyncio.gather(*asking)
    agreed = [one.agreement for one in compared if one.agreement is not None]
    reason = samples.reason(call, asked, min(agreed, default=None))
    if reason is not None:
        # What is decoded and written would hold up other calls.
        await asyncio.to_thread(samples.keep, call, asked, response, reason, compared)
