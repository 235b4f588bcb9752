"""Prometheus metrics, summed over the replicas of a deployment."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
BATCH_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128)
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Named by prometheus_client: the folder in which the replicas' numbers meet."""


class ModelMetrics:
    """The numbers of one model version; label values are bound once, not at every request."""

    def __init__(self, metrics: Metrics, model: str, version: str) -> None:
        self._requests = metrics.requests
        self._labels = (model, version)
        self._counters: dict[tuple[str, int], Counter] = {}
        self.latency = metrics.latency.labels(model, version)
        self.batch_size = metrics.batch_size.labels(model, version)
        self.queue = metrics.queue.labels(model, version)

    def answered(self, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        counter = self._counters.get((route, status))
        if counter is None:
            counter = self._requests.labels(*self._labels, route, str(status))
            self._counters[route, status] = counter
        counter.inc()
        self.latency.observe(seconds)


class Metrics:
    """All metrics of one replica."""

    def __init__(self) -> None:
        by_model = ("model", "version")
        registry = None if FOLDER_VARIABLE in os.environ else CollectorRegistry()
        self._own_registry = registry
        self.requests = Counter(
            "easel_requests", "Answers given.", (*by_model, "route", "status"), registry=registry
        )
        self.refused = Counter(
            "easel_requests_refused",
            "Requests that reached no model.",
            ("route", "status"),
            registry=registry,
        )
        self.latency = Histogram(
            "easel_request_seconds",
            "Time from a request's last header to its answer.",
            by_model,
            buckets=LATENCY_BUCKETS,
            registry=registry,
        )
        self.batch_size = Histogram(
            "easel_batch_rows",
            "Inputs of one run.",
            by_model,
            buckets=BATCH_BUCKETS,
            registry=registry,
        )
        self.queue = Gauge(
            "easel_queue_rows",
            "Inputs that wait.",
            by_model,
            multiprocess_mode="livesum",
            registry=registry,
        )
        self.in_flight = Gauge(
            "easel_requests_in_flight",
            "Requests being answered.",
            multiprocess_mode="livesum",
            registry=registry,
        )

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
