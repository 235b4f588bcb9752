"""One run: a peer on a problem, in batches of equal width."""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks.tuning.peers import build
from tests.benchmarks.tuning.problem import Problem


@dataclass(frozen=True)
class Setting:
    """Width of a batch (trials side by side), trials in all, and where the best is read."""

    width: int
    budget: int
    read_at: tuple[int, ...]


SETTINGS = (
    Setting(1, 200, (50, 100, 200)),
    Setting(8, 200, (56, 104, 200)),
    Setting(64, 512, (128, 256, 512)),
)


@dataclass(frozen=True)
class Run:
    """What a run found.

    Attributes:
        regrets: of the best so far, at each of the setting's readings, in units of the problem.
        cpu_seconds: of asking and telling, without the losses.
    """

    family: str
    problem: str
    peer: str
    width: int
    seed: int
    regrets: dict[int, float]
    cpu_seconds: float


def run(problem: Problem, peer_name: str, setting: Setting, seed: int) -> Run:
    """Let a peer spend the budget."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        started = time.process_time()
        peer = build(peer_name, problem.space, seed, setting.width)
        cpu_seconds = time.process_time() - started
        best = float("inf")
        num_tried = 0
        regrets: dict[int, float] = {}
        while num_tried < setting.budget:
            started = time.process_time()
            batch = peer.ask(min(setting.width, setting.budget - num_tried))
            cpu_seconds += time.process_time() - started
            if not batch:
                break
            losses = [problem.loss(settings) for settings in batch]
            started = time.process_time()
            peer.tell(losses)
            cpu_seconds += time.process_time() - started
            for loss in losses:
                num_tried += 1
                best = min(best, loss)
                if num_tried in setting.read_at:
                    regrets[num_tried] = max(0.0, (best - problem.optimum) / problem.scale)
        for reading in setting.read_at:
            regrets.setdefault(reading, max(0.0, (best - problem.optimum) / problem.scale))
    return Run(
        problem.family, problem.key, peer_name, setting.width, seed, regrets, round(cpu_seconds, 3)
    )


class Rows:
    """Runs kept as JSON lines, so that a long comparison goes on where it stopped."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def __iter__(self) -> Iterator[Run]:
        """Return all runs that are kept."""
        if self._path.is_file():
            for line in self._path.read_text().splitlines():
                document = json.loads(line)
                document["regrets"] = {int(k): v for k, v in document["regrets"].items()}
                yield Run(**document)

    def add(self, row: Run) -> None:
        """Keep a run."""
        with self._path.open("a") as file:
            file.write(json.dumps(asdict(row)) + "\n")
