"""Steps of time: so many seconds, or so many months."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from easel.runtime.table.cells import count_of

SECONDS_PER_DAY = 86_400


@dataclass(frozen=True)
class Clock:
    """The step of a series; exactly one of the two is above 0.

    Attributes:
        seconds: of a step of fixed length.
        months: of a step that follows the calendar.
    """

    seconds: int
    months: int

    def steps_between(self, early: datetime, late: datetime) -> int:
        """Return the nearest number of steps from one time to another."""
        if self.months:
            apart = (late.year - early.year) * 12 + late.month - early.month
            return round(apart / self.months)
        return round((late - early).total_seconds() / self.seconds)

    def after(self, moment: datetime, steps: int) -> datetime:
        """Return the time so many steps later; a day that its month lacks becomes the last."""
        if not self.months:
            return moment + timedelta(seconds=self.seconds * steps)
        months = moment.year * 12 + moment.month - 1 + steps * self.months
        year, month = divmod(months, 12)
        day = moment.day
        while True:
            try:
                return moment.replace(year=year, month=month + 1, day=day)
            except ValueError:
                if day < 28:
                    raise
                day -= 1

    def written(self, moment: datetime, form: str | None) -> str:
        """Return a time as text: ISO 8601, a date where the step is of days.

        Where the column counts, it is the number; see ``TIME_FORMATS``.
        """
        counted = count_of(moment, form)
        if counted is not None:
            return f"{counted:.15g}"
        is_date = self.months > 0 or self.seconds % SECONDS_PER_DAY == 0
        if is_date and (moment.hour, moment.minute, moment.second) == (0, 0, 0):
            return moment.date().isoformat()
        return moment.isoformat(sep=" ", timespec="seconds")
