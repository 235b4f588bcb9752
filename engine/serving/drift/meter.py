"""Measures the calls of one package, beside answering them, and counts them in a window."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Lock

from easel.runtime import Model, PredictOptions, documents
from easel.runtime.results import Document

from engine.drift.measuring.calls import input_features, with_answer
from engine.drift.measuring.features import CallFeatures
from engine.drift.reference import DriftReference, package_reference
from engine.drift.window import Window
from engine.errors import DataError
from engine.serving.drift.answered import AnsweredCall
from engine.serving.drift.budget import CpuBudget
from engine.specs.drift import WindowPart

logger = logging.getLogger(__name__)

MAX_WAITING = 32
"""Calls that wait to be measured: each of them keeps its decoded input."""
SHARE, SAVED_SECONDS = 0.02, 0.5
"""Of a core: about a hundred images a second, and the first two thousand whenever they come."""
# As references are made of: see ``engine.export.verify``.
_AS_REFERENCE = PredictOptions(include_proba=True)


class DriftMeter:
    """Counts the calls of a package in the bins of its reference.

    All calls are counted, and measured as many as there is time for: which ones are left out when
    there are too many depends on when they came, never on what they hold.
    """

    def __init__(
        self, model: Model, reference: DriftReference, thread: ThreadPoolExecutor, budget: CpuBudget
    ) -> None:
        self._model = model
        self._input = model.manifest.input
        self._has_rows = self._input["kind"] == "table"
        self._reference = reference
        self._thread = thread
        self._budget = budget
        self._lock = Lock()
        self._num_waiting = 0
        self._num_failed = 0
        self._begin()

    def has_time(self) -> bool:
        """Return whether a call that comes now is to be measured once it is answered."""
        return self._num_waiting < MAX_WAITING and self._budget.has_some(time.monotonic())

    def count(self) -> None:
        """Count an answered call that is not measured."""
        with self._lock:
            self._num_calls += 1

    def measure(self, call: AnsweredCall) -> Future[None]:
        """Have an answered call measured and counted; return the work that does it."""
        with self._lock:
            self._num_waiting += 1
        return self._thread.submit(self._measure, call)

    def take(self) -> WindowPart | None:
        """Return what was counted since the last time, and begin anew; ``None`` without a call."""
        with self._lock:
            if not self._num_calls:
                return None
            window, num_calls, num_measured = self._window, self._num_calls, self._num_measured
            self._begin()
        return WindowPart(
            time=datetime.now(UTC),
            num_calls=num_calls,
            num_measured=num_measured,
            window=window.state(),
        )

    def _begin(self) -> None:
        self._window = Window(self._reference)
        self._num_calls = self._num_measured = 0

    def _measure(self, call: AnsweredCall) -> None:
        began = time.thread_time()
        found: tuple[CallFeatures, ...] | None = None
        try:
            found = self._features(call)
        except Exception:
            # The call was answered, and others want to be measured; one such line says enough.
            self._num_failed += 1
            if self._num_failed == 1:
                logger.exception("call not measured")
        finally:
            self._note(found)
            self._budget.spend(time.thread_time() - began)

    def _note(self, found: tuple[CallFeatures, ...] | None) -> None:
        """Count a call together with what was measured of it: both are of the same window."""
        now = datetime.now(UTC)
        with self._lock:
            self._num_waiting -= 1
            self._num_calls += 1
            if found is not None:
                self._num_measured += 1
                for one in found:
                    self._window.add(one, now)

    def _features(self, call: AnsweredCall) -> tuple[CallFeatures, ...]:
        given = input_features(self._input, call.value)
        results = self._results(call)
        return given if results is None else with_answer(self._input, given, results)

    def _results(self, call: AnsweredCall) -> Sequence[Document] | None:
        """Return the answer as the reference knows answers, whatever the caller asked for.

        ``None`` where it would take a network to say.
        """
        options = call.options
        is_whole = options.top_num is None and options.threshold is None
        if is_whole and (options.include_proba or not self._has_rows):
            return call.results
        if self._model.pipeline.decoder.networks:
            return None
        return documents(self._model.postprocess(call.example, call.outputs, _AS_REFERENCE))


def open_meter(model: Model, thread: ThreadPoolExecutor) -> DriftMeter | None:
    """Return the meter of a package; ``None`` where it has no reference, as those of before.

    A damaged one costs the measuring, and no call.
    """
    assert model.package is not None, "it was loaded from one"
    try:
        reference = package_reference(model.package)
    except DataError:
        logger.exception("calls are not measured")
        return None
    if reference is None:
        return None
    budget = CpuBudget(share=SHARE, saved_seconds=SAVED_SECONDS, now=time.monotonic())
    return DriftMeter(model, reference, thread, budget)
