"""How long an import, or an export that others convert, may take by the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

from django.conf import settings

from backend.api.errors import Invalid

One = TypeVar("One")
Report = Callable[[int, int], None]


class TimedReport:
    """Hears how far a work is, hands it on, and ends the work when its time is over.

    Args:
        report: who else hears it.
        code: of the error, ``import_time`` or ``export_time``.
    """

    def __init__(self, report: Report, *, code: str) -> None:
        self._report = report
        self._code = code
        self._seconds: float = settings.ENVIRONMENT.import_seconds
        self._deadline = monotonic() + self._seconds
        self._done = self._total = 0

    def __call__(self, done: int, total: int) -> None:
        """Note how far the work is.

        Raises:
            Invalid: ``import_time`` or ``export_time``, saying how far it came.
        """
        # A conversion, which counts nothing, tells only that it goes on.
        if (done, total) != (0, 1):
            self._done, self._total = done, total
        self._report(done, total)
        self.require_time()

    def watched(self, items: Iterable[One]) -> Iterator[One]:
        """Yield items as long as there is time.

        Raises:
            Invalid: as above.
        """
        for item in items:
            self.require_time()
            yield item

    def require_time(self) -> None:
        """End the work when its time is over.

        Raises:
            Invalid: as above.
        """
        if monotonic() < self._deadline:
            return
        minutes = self._seconds / 60
        raise Invalid(
            f"This took longer than {minutes:g} minutes and was ended after {self._done} of "
            f"{self._total}. What was done until then stays. Bring the rest in smaller parts; the "
            "administrator can allow more time (EASEL_IMPORT_SECONDS).",
            code=self._code,
            minutes=minutes,
            done=self._done,
            total=self._total,
        )
