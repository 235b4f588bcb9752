"""The pause between two looks at the model servers ends when one of them does."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.workers.orders import order_in, running
from workers.launchers.local.launcher import LocalLauncher
from workers.servers import wait_for_an_end

LONG = 600.0


@pytest.mark.timeout(60)
def test_a_pause_ends_with_a_process_or_when_woken(tmp_path: Path) -> None:
    launcher = LocalLauncher("tests", running("import time; time.sleep(600)"))
    wake = threading.Event()
    handle = launcher.launch(order_in(tmp_path))
    threading.Timer(0.5, launcher.kill, [handle]).start()
    wait_for_an_end(launcher, [handle], wake=wake, seconds=LONG)
    assert launcher.ended(handle) is not None
    threading.Timer(0.3, wake.set).start()
    wait_for_an_end(launcher, [], wake=wake, seconds=LONG)
    assert wake.is_set()
