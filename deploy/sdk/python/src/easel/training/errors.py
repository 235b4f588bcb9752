"""What can go wrong when a notebook trains."""

from __future__ import annotations

from pathlib import Path

from easel.errors import EaselError


class EngineMissing(EaselError):
    """The engine is not installed where this runs."""

    code = "engine_missing"


class TrainingFailed(EaselError):
    """The engine refused or ended early; ``code`` and ``params`` are those of its own error."""

    code = "engine_failed"


class Interrupted(KeyboardInterrupt):
    """Somebody stopped the training; ``work`` is where it goes on from."""

    def __init__(self, work: Path) -> None:
        self.message = (
            "Training was stopped, and what it learnt is kept. Go on with: "
            f"easel.fit(work={str(work)!r}, resume=True)"
        )
        super().__init__(self.message)
        self.work = work

    def _render_traceback_(self) -> list[str]:
        """Return what IPython prints instead of a traceback."""
        return [self.message]
