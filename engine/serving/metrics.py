"""Prometheus metrics, summed over the replicas of a deployment."""

from __future__ import annotations

import os
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
BATCH_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128)
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Named by prometheus_client: the folder in which the replicas' numbers meet."""

BY_MODEL = ("model", "version")


class Metrics:
    """All metrics of one replica. Requests that reached no model have an empty model name."""

    def __init__(self) -> None:
        # With several replicas the numbers are in files, which are read anew for each answer.
        registry = None if FOLDER_VARIABLE in os.environ else CollectorRegistry()
        self._own_registry = registry
        requests = Counter(
            "easel_requests", "Answers given.", (*BY_MODEL, "route", "status"), registry=registry
        )
        latency = Histogram(
            "easel_request_seconds",
            "Time from a request's last header to its answer.",
            BY_MODEL,
            buckets=LATENCY_BUCKETS,
            registry=registry,
        )
        batch_size = Histogram(
            "easel_batch_rows",
            "Inputs of the run that a request was part of.",
            BY_MODEL,
            buckets=BATCH_BUCKETS,
            registry=registry,
        )
        self._queue = Gauge(
            "easel_queue_rows",
            "Inputs that wait.",
            BY_MODEL,
            multiprocess_mode="livesum",
            registry=registry,
        )
        self._in_flight = Gauge(
            "easel_requests_in_flight",
            "Requests being answered.",
            multiprocess_mode="livesum",
            registry=registry,
        )
        # To look labels up takes as long as to count.
        self._requests = cache(requests.labels)
        self._latency = cache(latency.labels)
        self._batch_size = cache(batch_size.labels)

        self._predictions = Counter(
            "easel_async_predictions",
            "Asynchronous predictions that are finished.",
            ("model", "status"),
            registry=registry,
        )
        self._waiting = Gauge(
            "easel_async_predictions_waiting",
            "Asynchronous predictions that are not finished.",
            ("model",),
            multiprocess_mode="livemax",
            registry=registry,
        )
        self._running = Gauge(
            "easel_async_predictions_running",
            "Asynchronous predictions that model servers have now.",
            ("model",),
            multiprocess_mode="livesum",
            registry=registry,
        )

    def count_response(
        self,
        model: str,
        version: str,
        route: str,
        status: int,
        seconds: float,
        batch_size: int | None,
    ) -> None:
        """Count one answer; ``batch_size`` is ``None`` when no network was run."""
        self._requests(model, version, route, str(status)).inc()
        # What nobody waits for may take long, and would hide how long others wait.
        if route != "async":
            self._latency(model, version).observe(seconds)
        if batch_size is not None:
            self._batch_size(model, version).observe(batch_size)

    def observe_queue(self, model: str, version: str, num_rows: int) -> None:
        """Say how many inputs wait for a model now."""
        self._queue.labels(model, version).set(num_rows)

    def observe_in_flight(self, num_requests: int) -> None:
        """Say how many requests are being answered now."""
        self._in_flight.set(num_requests)

    def count_prediction(self, model: str, status: str) -> None:
        """Count an asynchronous prediction that is finished."""
        self._predictions.labels(model, status).inc()

    def observe_predictions(self, model: str, num_waiting: int, num_running: int) -> None:
        """Say how many asynchronous predictions are not finished, and how many are asked for."""
        self._waiting.labels(model).set(num_waiting)
        self._running.labels(model).set(num_running)

    def text(self) -> bytes:
        """Return all replicas' numbers in Prometheus' text format."""
        if self._own_registry is not None:
            return bytes(generate_latest(self._own_registry))
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return bytes(generate_latest(registry))


def forget_process(pid: int) -> None:
    """Drop the gauges of a replica that has ended."""
    mark_process_dead(pid)  # type: ignore[no-untyped-call]
