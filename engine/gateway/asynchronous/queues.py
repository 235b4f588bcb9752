"""The queues of all deployments of a gateway: looked after a few times a second."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from engine.gateway.asynchronous.answerer import Answerer
from engine.gateway.asynchronous.notices import Notices
from engine.gateway.asynchronous.queue import Queue
from engine.gateway.asynchronous.store import Store
from engine.gateway.counters.counters import Counters
from engine.gateway.routes import Route, Routes
from engine.serving.bodies import Bodies
from engine.serving.metrics import Metrics
from engine.specs.asynchronous import MAX_KEEP_HOURS

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""So late a process sees what another accepted or left."""
SWEEP_SECONDS = 60.0


class Queues:
    """Makes a queue for each deployment that needs one."""

    def __init__(
        self,
        work: Path,
        routes: Routes,
        answerer: Answerer,
        counters: Counters,
        bodies: Bodies,
        metrics: Metrics,
    ) -> None:
        self._work = work
        self._routes = routes
        self._answerer = answerer
        self._counters = counters
        self._bodies = bodies
        self._metrics = metrics
        self._queues: dict[str, Queue] = {}
        self._is_stopped = False
        self._looking: asyncio.Task[None] | None = None
        self._next_look = self._next_sweep = 0.0

    def of(self, route: Route) -> Queue:
        """Return the queue of a deployment."""
        deployment_id = route.spec.deployment_id
        queue = self._queues.get(deployment_id)
        if queue is None:
            folder = self._work / "deployments" / deployment_id
            queue = self._queues[deployment_id] = Queue(
                deployment_id,
                self._routes,
                Store(folder / "predictions"),
                Notices(folder),
                self._answerer,
                self._counters,
                self._bodies,
                self._metrics,
            )
            if self._is_stopped:
                queue.stop()
        return queue

    def tick(self) -> None:
        """Begin what is due; to be called a few times a second."""
        now = time.monotonic()
        is_due = now >= self._next_look and not self._is_stopped
        if is_due and (self._looking is None or self._looking.done()):
            self._next_look = now + LOOK_SECONDS
            self._looking = asyncio.get_running_loop().create_task(self._look())
        for route in self._routes.all():
            queue = self._queues.get(route.spec.deployment_id)
            if queue is not None:
                queue.keep_awake()
                queue.start()
                num_waiting, num_running = len(queue.waiting), queue.num_running
                self._metrics.observe_predictions(route.spec.suffix, num_waiting, num_running)

    def report(self) -> dict[str, dict[str, int]]:
        """Return how many calls wait or are answered, in any process, and how many in this one."""
        return {
            deployment_id: {"waiting": len(queue.waiting), "running": queue.num_running}
            for deployment_id, queue in self._queues.items()
            if self._routes.by_id(deployment_id) is not None
        }

    def stop(self) -> None:
        """Begin nothing any more."""
        self._is_stopped = True
        for queue in self._queues.values():
            queue.stop()

    async def drain(self) -> None:
        """End what is being answered, soon."""
        self.stop()
        await asyncio.gather(*(queue.drain() for queue in self._queues.values()))
        if self._looking is not None:
            await self._looking

    async def _look(self) -> None:
        try:
            if time.monotonic() >= self._next_sweep:
                self._next_sweep = time.monotonic() + SWEEP_SECONDS
                await self._sweep()
            for route in self._routes.all():
                if route.spec.asynchronous is not None and self.of(route).store.exists:
                    await self.of(route).look()
        except OSError:
            logger.exception("predictions not read")

    async def _sweep(self) -> None:
        """Delete what nobody may fetch any more, also of deployments that are gone."""
        for folder in (self._work / "deployments").glob("*/predictions"):
            route = self._routes.by_id(folder.parent.name)
            spec = None if route is None else route.spec.asynchronous
            if route is not None and spec is not None:
                await self.of(route).delete_old(spec.keep_hours * 3600.0)
            else:
                store = Store(folder)
                await asyncio.to_thread(store.delete_old, MAX_KEEP_HOURS * 3600.0)
                await asyncio.to_thread(store.forget_waiting)
