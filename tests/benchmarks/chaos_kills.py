"""Chooses processes of an installation and kills them."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import TYPE_CHECKING

import psutil

from tests.workers.installation import Installation

if TYPE_CHECKING:
    from tests.benchmarks.chaos_load import Load

KINDS = ("web", "all_web", "web_parent", "worker", "training", "replica", "server")
WEIGHTS = (5, 1, 1, 3, 5, 5, 1)
PAUSE_SECONDS = (0.2, 1.2)
RETURN_SECONDS = 60.0


class Killer:
    """Kills one process after another, of a random kind each time."""

    def __init__(self, installation: Installation, load: Load, chance: random.Random) -> None:
        self._installation = installation
        self._load = load
        self._chance = chance
        self.by_kind: Counter[str] = Counter()

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
            return self._shuffled([one for one in ours if "train" in one.info["cmdline"]])
        spec = str(self._load.caller.folder)
        serving = [one for one in ours if any(spec in word for word in one.info["cmdline"])]
        if kind == "server":
            return [one for one in serving if "serve" in one.info["cmdline"]]
        # With one of two replicas gone already, the other is all that is left.
        if not self._load.caller.has_both_replicas():
            return []
        replicas = [one for one in serving if "engine.serving.replica" in one.info["cmdline"]]
        return self._shuffled(replicas)

    def _shuffled(self, processes: list[psutil.Process]) -> list[psutil.Process]:
        return self._chance.sample(processes, len(processes))
