"""What a launcher promises of the processes on this machine."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.workers.installation import wait_for
from workers.launchers.launcher import Limits
from workers.launchers.local import LocalLauncher, log_tail, python_environment


def run_to_end(launcher: LocalLauncher, folder: Path, program: str) -> None:
    """Run a program in a folder and wait for its end."""
    handle = launcher.launch(
        (sys.executable, "-c", program),
        folder=folder,
        environment=python_environment(root=Path.cwd()),
        limits=Limits(),
    )
    wait_for(lambda: launcher.ended(handle) is not None, 20, every_seconds=0.01)


def test_last_words_are_of_the_newest_process_alone(tmp_path: Path) -> None:
    launcher = LocalLauncher()
    run_to_end(launcher, tmp_path, "print('first')")
    assert log_tail(tmp_path) == "first"
    run_to_end(launcher, tmp_path, "pass")
    assert log_tail(tmp_path) == ""
    run_to_end(launcher, tmp_path, "print('third')")
    assert log_tail(tmp_path) == "third"
    assert (tmp_path / "output.log").read_text() == "first\nthird\n"


def test_no_process_of_ours_reports_home() -> None:
    environment = python_environment(root=Path.cwd())
    assert environment["ORT_DISABLE_TELEMETRY"] == "1"
    assert environment["HF_HUB_OFFLINE"] == "1"
