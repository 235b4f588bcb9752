"""Take part in a search from a script of your own, in three lines.

    from easel import tune

    for trial in tune.trials("THE ID OF A SEARCH FOR SCRIPTS"):
        with trial:
            model = train(**trial.settings, on_epoch=trial.report)
            trial.finish(evaluate(model))

A trial whose block raises an error is a failed one, and the error goes on. Any number of scripts on
any machines may take part at once; none gets the trial of another. While a trial is held, a thread
of its own says every half a minute that the script lives; a script that is silent loses its trial,
which is tried once more.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Union

from easel.cli.credentials import connect
from easel.client import Client
from easel.client.errors import ApiError, ClientError
from easel.client.transport import Json

Value = Union[bool, int, float, str]

_POLL_SECONDS = 1.0
# Two in a row may get lost before the trial is.
_BEATS_A_LEASE = 3


class Stopped(Exception):
    """The trial should end now: it is hopeless, was cancelled, or belongs to another script."""


class Trial:
    """A trial that this script runs.

    Attributes:
        number: of the trial in its search.
        settings: what to try.
    """

    def __init__(self, client: Client, study: str, asked: Json) -> None:
        self.number = int(asked["trial"]["number"])
        self.settings: Mapping[str, Value] = asked["trial"]["settings"]
        self.is_finished = False
        self._client = client
        self._study = study
        self._lease = str(asked["lease"])
        self._ended = threading.Event()
        self._should_stop = threading.Event()
        beat_seconds = float(asked["lease_seconds"]) / _BEATS_A_LEASE
        # A daemon: with a script that breaks off the signs of life end, too.
        self._thread = threading.Thread(target=self._beat, args=(beat_seconds,), daemon=True)
        self._thread.start()

    def report(self, step: int, score: float) -> None:
        """Tell a score on the way; ``step`` counts epochs from 1.

        Raises:
            Stopped: when the trial should end, which its ``with`` block takes care of.
            ClientError: when the server refuses, or does not answer for long.
            ValueError: when the step is none from 1 on.
        """
        if step < 1:
            raise ValueError(f"Steps are counted from 1, and this one is {step}. Report epoch + 1.")
        if not math.isfinite(score):
            self.fail(f"The score of step {step} is {score}, which is no number to compare.")
            raise Stopped
        if self._tell(step=step, score=score) or self._should_stop.is_set():
            raise Stopped

    def finish(self, score: float | None = None) -> None:
        """End the trial; without a score it has the best one that was reported."""
        if score is not None and not math.isfinite(score):
            self.fail(f"The score is {score}, which is no number to compare.")
            return
        self._finish({} if score is None else {"score": score})

    def fail(self, reason: str) -> None:
        """End the trial as failed."""
        self._finish({"error": reason[:2000]})

    def _finish(self, fields: Json) -> None:
        # First, so that the thread tells nothing of a trial that has ended.
        self._ended.set()
        if not self.is_finished:
            self.is_finished = True
            self._post("finish", fields)

    def _tell(self, **fields: Any) -> bool:
        """Renew the lease; return whether the trial should stop."""
        try:
            return bool(self._post("report", fields)["should_stop"])
        except ApiError as error:
            if error.code != "trial_lease_lost":
                raise
            self.is_finished = True
            return True

    def _post(self, action: str, fields: Json) -> Json:
        path = f"studies/{self._study}/trials/{self.number}/{action}"
        body = {"lease": self._lease, **fields}
        # The same report or end told twice is told once.
        response: Json = self._client.transport.json("POST", path, json=body, repeatable=True)
        return response

    def _beat(self, seconds: float) -> None:
        while not self._ended.wait(seconds):
            try:
                if self._tell():
                    self._should_stop.set()
                    return
            except ClientError:
                # The next report of the script itself says what is wrong.
                continue

    def __enter__(self) -> Trial:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """End the trial as its block ended; a trial that should stop ends quietly."""
        if kind is None or isinstance(error, Stopped):
            self.finish()
        elif isinstance(error, Exception):
            self.fail(f"{type(error).__name__}: {error}")
        self._ended.set()
        return isinstance(error, Stopped)


def ask(study: str, *, client: Client | None = None) -> Trial | None:
    """Return the next trial of a search, waiting until there is one; ``None`` at its end.

    Keep what is returned in a ``with`` block, or call its ``finish``.

    Args:
        study: the id of a search for scripts.
        client: of the server; that of ``easel login`` or ``EASEL_URL`` if left out.

    Raises:
        ClientError: when the server refuses, or does not answer for long.
    """
    client = client or connect()
    while True:
        asked = client.studies.act(study, "ask")
        if asked["trial"] is not None:
            return Trial(client, study, asked)
        if asked["is_over"]:
            return None
        time.sleep(_POLL_SECONDS)


def trials(study: str, *, client: Client | None = None) -> Iterator[Trial]:
    """Yield trials until the search ends; one that was not finished has the best it reported.

    A trial that is left by an interrupt is not finished: it is tried again when its lease ends.
    """
    client = client or connect()
    while (trial := ask(study, client=client)) is not None:
        yield trial
        trial.finish()
