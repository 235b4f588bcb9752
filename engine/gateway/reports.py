"""What the processes of a gateway tell their parent, and what the parent tells the world.

Each process writes ``process-{pid}.json`` when something changed; ``status.json`` is what all of
them say together. A roll-back is kept in ``rolled_back.json``, so that every process goes by it,
and the next one, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.gateway.routes import Routes
from engine.serving.files import write_json

ROLLED_BACK = "rolled_back.json"


def report_path(work: Path, pid: int) -> Path:
    """Return where a process says how it is."""
    return work / f"process-{pid}.json"


def merged(documents: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what several processes say, as one."""
    wanted: set[tuple[str, int]] = set()
    last_called: dict[str, dict[str, float]] = {}
    waiting: dict[str, int] = {}
    running: dict[str, int] = {}
    is_degraded = False
    error = None
    for one in documents:
        wanted |= {(str(deployment), int(number)) for deployment, number in one["wanted"]}
        is_degraded = is_degraded or bool(one["is_degraded"])
        error = error or one["error"]
        for deployment, times in one["last_called"].items():
            known = last_called.setdefault(deployment, {})
            for number, when in times.items():
                known[number] = max(when, known.get(number, 0.0))
        for deployment, counts in one["asynchronous"].items():
            # All see the same folder, some of them earlier; each counts what it answers itself.
            waiting[deployment] = max(counts["waiting"], waiting.get(deployment, 0))
            running[deployment] = counts["running"] + running.get(deployment, 0)
    return {
        "wanted": sorted(wanted),
        "last_called": last_called,
        "asynchronous": {
            deployment: {
                "queued": max(0, num - running[deployment]),
                "running": running[deployment],
            }
            for deployment, num in waiting.items()
        },
        "is_degraded": is_degraded,
        "error": error,
    }


@dataclass(frozen=True)
class RollBacks:
    """The roll-backs of a gateway, in a file that its processes share."""

    work: Path

    def exchange(self, routes: Routes) -> None:
        """Write down what this process rolled back, and take over what others did."""
        known = self.read()
        changed = False
        for route in routes.all():
            key, revisions = route.spec.deployment_id, route.revisions
            entry = known.get(key)
            is_current = entry is not None and entry["generation"] == route.spec.generation
            if revisions.rolled_back is not None and not is_current:
                assert revisions.rule is not None
                known[key] = {
                    "generation": route.spec.generation,
                    "revision": revisions.rule.revision,
                    "back_to": revisions.rule.back_to,
                    "reason": revisions.rolled_back,
                }
                changed = True
            elif is_current and entry is not None and revisions.rolled_back is None:
                revisions.rolled_back = entry["reason"]
        if changed:
            current = {one.spec.deployment_id for one in routes.all()}
            write_json(
                self.work / ROLLED_BACK, {key: one for key, one in known.items() if key in current}
            )

    def read(self) -> dict[str, dict[str, Any]]:
        """Return every roll-back by deployment."""
        try:
            document: dict[str, dict[str, Any]] = json.loads((self.work / ROLLED_BACK).read_bytes())
        except FileNotFoundError:
            return {}
        return document
