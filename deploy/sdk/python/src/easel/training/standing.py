"""How far a training is, by what it says of itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from easel.training.events import Event

_PHASES = {
    "check": "Checking data",
    "prepare": "Reading data",
    "train": "Training",
    "evaluate": "Evaluating",
    "export": "Exporting",
    "verify": "Verifying",
}


@dataclass
class Standing:
    """Where a training stands, by the events so far.

    Attributes:
        phase: that it is in, as the engine calls it.
        done: of ``total`` steps of the phase; ``total`` is 0 while that is not known.
        eta_seconds: until the end, where it is known.
        note: numbers of the last epoch while it trains; they need not be those of the model.
        status: how it ended; empty while it goes on.
        warnings: in their order.
        log: what else was said.
    """

    phase: str = ""
    done: int = 0
    total: int = 0
    eta_seconds: float | None = None
    note: str = ""
    status: str = ""
    warnings: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Take in one event."""
        kind = event["kind"]
        if kind == "phase":
            self.phase, self.done, self.total = str(event["phase"]), 0, 0
            self.eta_seconds, self.note = None, ""
        elif kind == "progress":
            self.phase, self.eta_seconds = str(event["phase"]), event["eta_seconds"]
            self.done, self.total = event["done"], event["total"]
        elif kind == "metric" and event["split"] == "validation" and event["values"]:
            name, value = next(iter(event["values"].items()))
            self.note = f"epoch {event['epoch']:g}: validation {name} {value:.4f}"
        elif kind == "warning":
            self.warnings.append(str(event["message"]))
        elif kind == "log":
            self.log.append(str(event["message"]))
        elif kind == "finished":
            self.status = str(event["status"])

    @property
    def name(self) -> str:
        """Return the phase in words."""
        return _PHASES.get(self.phase, self.phase)

    @property
    def left(self) -> str:
        """Return how long it still takes, where that is known."""
        return "" if self.eta_seconds is None else f"{duration(self.eta_seconds)} left"


def duration(seconds: float) -> str:
    """Return a time in words, such as ``1 min 15 s``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"
