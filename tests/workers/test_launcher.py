"""What a launcher promises of the processes on this machine."""

from __future__ import annotations

import shutil
import signal
import sys
from dataclasses import replace
from pathlib import Path

import psutil

from tests.workers.installation import wait_for
from workers.identity import installation_of, make_name, may_live
from workers.launchers.launcher import Ended, Limits
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
    launcher = LocalLauncher("tests")
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


def test_a_copied_data_folder_is_another_installation(tmp_path: Path) -> None:
    original, copy = tmp_path / "original", tmp_path / "copy"
    name = installation_of(original)
    shutil.copytree(original, copy)
    assert installation_of(original) == name
    assert installation_of(copy) != name
    original.rename(tmp_path / "moved")
    assert installation_of(tmp_path / "moved") == name


def test_processes_of_the_original_are_neither_seen_nor_stopped_by_a_copy(tmp_path: Path) -> None:
    original, copy = LocalLauncher("original"), LocalLauncher("copy")
    marker = str(tmp_path / "spec.json")
    handle = original.launch(
        (sys.executable, "-c", "import time; time.sleep(60)", marker),
        folder=tmp_path,
        environment=python_environment(root=Path.cwd()),
        limits=Limits(),
    )
    try:
        # Until the program has begun, the process still is a copy of this one.
        wait_for(lambda: original.find(marker) is not None, 20, every_seconds=0.01)
        assert copy.find(marker) is None
        assert copy.ended(handle) == Ended(None)
        copy.signal(handle, signal.SIGKILL)
        copy.kill(handle)
        assert LocalLauncher("original").ended(handle) is None
        again = replace(handle, started=handle.started - 60)
        original.kill(again)
        assert psutil.Process(handle.pid).status() != psutil.STATUS_ZOMBIE
    finally:
        original.kill(handle)
        wait_for(lambda: original.ended(handle) is not None, 20, every_seconds=0.01)


def test_a_worker_of_the_original_does_not_keep_the_jobs_of_a_copy() -> None:
    name, copy = make_name("original"), LocalLauncher("copy")
    assert may_live(name, LocalLauncher("original"), silent_seconds=1e6)
    assert may_live(name, copy, silent_seconds=5)
    assert not may_live(name, copy, silent_seconds=1e6)
