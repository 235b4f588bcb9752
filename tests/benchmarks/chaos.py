"""Kill processes at random under a mixed load, and count what did not survive.

``python -m tests.benchmarks chaos --json [--kills N] [--seconds S]``. Web processes, the worker,
training processes, replicas and parents of model servers are killed (SIGKILL) on SQLite with the
file queue and again on PostgreSQL with Redis, ``kills`` times on each. Meanwhile files are
uploaded and imported, samples labelled, runs trained with checkpoints, an endpoint of two replicas
is called, and streams are followed; at the end everything that was accepted is looked for:

``lost`` accepted and not there, or a job that did not come to a good end; ``doubled`` there twice;
``torn`` a stored file that is not what its name says, a package that is not whole, a counter that
differs from the rows, an event number missing from a stream. ``web_down_seconds`` adds up when no
request was answered, ``failed_calls_two_replicas`` counts calls of the endpoint that failed while a
parent was there to hold them; those that went with a killed parent are told apart.
"""

from __future__ import annotations

import random
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests import servers
from tests.benchmarks.chaos_checks import look_for_everything
from tests.benchmarks.chaos_kills import Killer
from tests.benchmarks.chaos_load import Load
from tests.workers.installation import Installation

KILLS = 200
QUICK_KILLS = 20
SETTLE_SECONDS = 240.0


def run(
    *, quick: bool, kills: int | None = None, seconds: float | None = None, seed: int = 0
) -> dict[str, float]:
    """Kill on both kinds of installation; return the sums, and those of each kind.

    Args:
        quick: fewer kills.
        kills: on each kind of installation.
        seconds: end the killing after so long, however many there were.
        seed: of the order of kills.
    """
    num_kills = kills or (QUICK_KILLS if quick else KILLS)
    figures: dict[str, float] = {}
    for kind in ("sqlite", "postgresql"):
        found = run_once(kind, kills=num_kills, seconds=seconds, seed=seed)
        for name, value in found.items():
            figures[name] = figures.get(name, 0) + value
            figures[f"{kind}_{name}"] = value
    return figures


def run_once(kind: str, *, kills: int, seconds: float | None, seed: int) -> dict[str, float]:
    """Kill on one kind of installation: ``sqlite`` or ``postgresql``."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="easel-chaos-")))
        variables = {}
        if kind == "postgresql":
            variables["EASEL_DATABASE_URL"] = stack.enter_context(servers.postgresql(100))
            variables["EASEL_BROKER_URL"] = stack.enter_context(servers.redis())
        installation = Installation(folder, **variables)
        stack.callback(installation.close)
        installation.start()
        load = Load(installation, random.Random(seed))
        killer = Killer(installation, load, random.Random(seed + 1))
        deadline = time.monotonic() + (seconds or float("inf"))
        with load:
            while killer.num_kills < kills and time.monotonic() < deadline:
                killer.kill_one()
            killer.wait_for_the_last()
        found = look_for_everything(load, SETTLE_SECONDS)
        for sentence in found.sentences:
            print(f"    {kind}: {sentence}", flush=True)
        return {
            "kills": killer.num_kills,
            **{f"kills_{name}": number for name, number in sorted(killer.by_kind.items())},
            "accepted": found.num_accepted,
            "lost": found.num_lost,
            "doubled": found.num_doubled,
            "torn": found.num_torn,
            "web_down_seconds": round(load.watch.down_seconds, 2),
            "calls": load.caller.num_calls,
            "failed_calls_two_replicas": len(load.caller.failures),
            "failed_calls_killed_parent": load.caller.num_with_parent,
        }
