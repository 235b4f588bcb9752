"""What processes use is measured with all that they started, and written once."""

from __future__ import annotations

from pathlib import Path
from typing import cast
from uuid import UUID, uuid4

import pytest

import workers.usage
from backend.deployments.contracts.servers import REVISION, Server
from backend.deployments.services.usage import Used
from tests.workers.installation import wait_for
from tests.workers.orders import order_in, running
from workers.launchers.launcher import Handle, Launcher, Usage
from workers.launchers.local.launcher import LocalLauncher
from workers.usage import LOOK_SECONDS, UsageMeter

CHILD = "import time\\nwhile time.process_time() < 0.3: pass"
BUSY = f"""
import subprocess, sys
held = bytearray(64 * 2**20)
subprocess.run([sys.executable, "-c", "{CHILD}"])
subprocess.run([sys.executable, "-c", "{CHILD}\\nprint('ready', flush=True)\\ntime.sleep(60)"])
"""


def test_a_process_is_measured_with_its_children(tmp_path: Path) -> None:
    launcher = LocalLauncher("tests", running(BUSY))
    handle = launcher.launch(order_in(tmp_path))
    wait_for(lambda: "ready" in launcher.log_tail(handle, tmp_path), 60, every_seconds=0.05)
    usage = launcher.usage(handle)
    assert usage is not None
    # One child has ended, the other lives: both are in it.
    assert usage.cpu_seconds >= 0.6
    assert usage.memory_bytes > 64 * 2**20
    launcher.kill(handle)
    wait_for(lambda: launcher.ended(handle) is not None, 20, every_seconds=0.05)
    assert launcher.usage(handle) is None


class Scripted:
    """Processes that have used what a test says."""

    def __init__(self) -> None:
        self.used: dict[str, Usage] = {}

    def usage(self, handle: Handle) -> Usage | None:
        """Return what the test says of a process."""
        return self.used.get(handle)


class Looks:
    """Looks of a meter at one revision, ten seconds apart."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.written = 0.0, list[list[Used]]()
        self.launcher, self.id = Scripted(), uuid4()
        monkeypatch.setattr(workers.usage.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(workers.usage, "add_usage", lambda used, time: self._take(list(used)))
        self.meter = UsageMeter(cast(Launcher, self.launcher))

    def _take(self, used: list[Used]) -> None:
        self.written.append(used)

    def look(self, cpu_seconds: float, memory_bytes: int = 1, handle: str = "one") -> None:
        """Let ten seconds pass, and look at what a process has used since it was started."""
        self.now += LOOK_SECONDS
        self.launcher.used = {handle: Usage(cpu_seconds, memory_bytes)}
        self.meter.look([server(self.id, handle)])


def server(revision_id: UUID, handle: str | None) -> Server:
    """Return the model server of a revision."""
    return Server(
        kind=REVISION, id=revision_id, name="", should_run=True, state="running", address="",
        handle=handle, error_code="",
    )  # fmt: skip


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """A meter whose clock the test moves."""
    return Looks(monkeypatch)


def test_a_minute_is_written_with_what_was_used_since_the_first_look(looks: Looks) -> None:
    for step in range(7):
        looks.look(100.0 + step, memory_bytes=9 if step == 3 else 5)
    # Written at the end of the first minute; what came before the first look counts nowhere.
    assert looks.written == [[Used(looks.id, 50.0, 5.0, 9)]]
    for step in range(7, 12):
        looks.look(100.0 + step, memory_bytes=5)
    assert looks.written[1:] == [[Used(looks.id, 60.0, 6.0, 5)]]


def test_a_server_that_was_started_again_loses_nothing_and_counts_nothing_twice(
    looks: Looks,
) -> None:
    for cpu_seconds in (10.0, 12.0, 14.0):
        looks.look(cpu_seconds)
    for cpu_seconds in (0.5, 1.5, 2.5):
        looks.look(cpu_seconds, handle="two")
    looks.meter.write()
    assert looks.written == [[Used(looks.id, 40.0, 6.0, 1)]]


def test_one_that_is_gone_is_written_once_and_forgotten(looks: Looks) -> None:
    looks.look(1.0)
    looks.look(2.0)
    for _ in range(20):
        looks.now += LOOK_SECONDS
        looks.meter.look([])
    assert looks.written == [[Used(looks.id, 10.0, 1.0, 1)]]


def test_looks_in_between_cost_nothing(looks: Looks) -> None:
    looks.look(1.0)
    looks.now += LOOK_SECONDS / 2
    looks.launcher.used = {}
    looks.meter.look([server(looks.id, "one")])
    looks.now += LOOK_SECONDS / 2
    looks.look(3.0)
    looks.meter.write()
    assert looks.written == [[Used(looks.id, 20.0, 2.0, 1)]]
