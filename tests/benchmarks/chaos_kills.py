"""Chooses processes of an installation and kills them."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from tests.workers.installation import Installation

if TYPE_CHECKING:
    from tests.benchmarks.chaos_load import Load

KINDS = ("web", "all_web", "web_parent", "worker", "training", "replica", "server")
WEIGHTS = (4, 0.5, 1, 3, 6, 6, 1)
# A run is given up at its third death without a checkpoint in between, by design: no third one.
MAX_KILLS_WITHOUT_CHECKPOINT = 2
PAUSE_SECONDS = (0.2, 1.2)
RETURN_SECONDS = 60.0


class Killer:
    """Kills one process after another, of a random kind each time."""

    def __init__(self, installation: Installation, load: Load, chance: random.Random) -> None:
        self._installation = installation
        self._load = load
        self._chance = chance
        self.by_kind: Counter[str] = Counter()
        self._without_checkpoint: dict[Path, tuple[str, int]] = {}

    @property
    def num_kills(self) -> int:
        """How many processes were killed."""
        return sum(self.by_kind.values())

    def kill_one(self) -> None:
        """Wait a moment, then kill what is there of a random kind."""
        time.sleep(self._chance.uniform(*PAUSE_SECONDS))
        kind = self._chance.choices(KINDS, WEIGHTS)[0]
        victims = self._victims(kind)
        if kind == "server" and victims:
            self._load.caller.parent_is_killed()
        for victim in victims:
            try:
                victim.kill()
            except psutil.NoSuchProcess:
                continue
            self.by_kind[kind] += 1

    def wait_for_the_last(self) -> None:
        """Wait until the endpoint has its replicas again."""
        deadline = time.monotonic() + RETURN_SECONDS
        while not self._load.caller.has_both_replicas() and time.monotonic() < deadline:
            time.sleep(0.1)

    def _victims(self, kind: str) -> list[psutil.Process]:
        """Return one process of a kind, none while there is none, or all web processes."""
        try:
            found = self._processes(kind)
        except (psutil.Error, StopIteration):
            # It is being started again.
            return []
        return found if kind == "all_web" else found[:1]

    def _processes(self, kind: str) -> list[psutil.Process]:
        if kind in ("web", "all_web"):
            return self._shuffled(self._installation.webs())
        if kind == "web_parent":
            return [self._installation.part("backend.web")]
        if kind == "worker":
            return [self._installation.part("celery")]
        folder = str(self._installation.folder)
        ours = [
            process
            for process in psutil.process_iter(["cmdline"])
            if any(word.startswith(folder) for word in process.info["cmdline"] or ())
        ]
        if kind == "training":
            found = [one for one in ours if "train" in one.info["cmdline"]]
            return [one for one in self._shuffled(found) if self._may_die(one)]
        spec = str(self._load.caller.folder)
        serving = [one for one in ours if any(spec in word for word in one.info["cmdline"])]
        if kind == "server":
            return [one for one in serving if "serve" in one.info["cmdline"]]
        # With one of two replicas gone already, the other is all that is left.
        if not self._load.caller.has_both_replicas():
            return []
        replicas = [
            one for one in serving if "engine.serving.replica.process" in one.info["cmdline"]
        ]
        return self._shuffled(replicas)

    def _may_die(self, process: psutil.Process) -> bool:
        """Tell whether a training process may be killed now, and count that it is."""
        words = process.info["cmdline"]
        checkpoint = Path(words[words.index("--work") + 1]) / "checkpoint.json"
        reached = checkpoint.read_text() if checkpoint.is_file() else ""
        earlier, number = self._without_checkpoint.get(checkpoint, ("", 0))
        number = 1 if reached != earlier else number + 1
        if number > MAX_KILLS_WITHOUT_CHECKPOINT:
            return False
        self._without_checkpoint[checkpoint] = (reached, number)
        return True

    def _shuffled(self, processes: list[psutil.Process]) -> list[psutil.Process]:
        return self._chance.sample(processes, len(processes))
