"""What a launcher promises of the processes on this machine."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from engine.specs.serving import DeploymentSpec
from tests.workers.installation import wait_for
from tests.workers.orders import order_in, running
from workers.identity import installation_of, make_name, may_live
from workers.launchers.choosing import chosen_launcher
from workers.launchers.launcher import Ended, Handle, Listening
from workers.launchers.local.environment import python_environment
from workers.launchers.local.launcher import LocalLauncher

SLEEP = running("import time; time.sleep(60)")


def run_to_end(folder: Path, code: str) -> str:
    """Run a program in a folder to its end; return its last words."""
    launcher = LocalLauncher("tests", running(code))
    handle = launcher.launch(order_in(folder))
    wait_for(lambda: launcher.ended(handle) is not None, 20, every_seconds=0.01)
    return launcher.log_tail(handle, folder)


def test_last_words_are_of_the_newest_process_alone(tmp_path: Path) -> None:
    assert run_to_end(tmp_path, "print('first')") == "first"
    assert run_to_end(tmp_path, "pass") == ""
    assert run_to_end(tmp_path, "print('third')") == "third"
    assert (tmp_path / "output.log").read_text() == "first\nthird\n"


def test_no_process_of_ours_reports_home() -> None:
    environment = python_environment()
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
    original, copy = LocalLauncher("original", SLEEP), LocalLauncher("copy", SLEEP)
    order = order_in(tmp_path)
    handle = original.launch(order)
    try:
        # Until the program has begun, the process still is a copy of this one.
        wait_for(lambda: original.find(order.spec_file) is not None, 20, every_seconds=0.01)
        assert copy.find(order.spec_file) is None
        assert copy.ended(handle) == Ended(None)
        copy.stop(handle)
        copy.kill(handle)
        assert LocalLauncher("original", SLEEP).ended(handle) is None
        document = json.loads(handle)
        original.kill(Handle(json.dumps(document | {"started": document["started"] - 60})))
        assert psutil.Process(document["pid"]).status() != psutil.STATUS_ZOMBIE
    finally:
        original.kill(handle)
        wait_for(lambda: original.ended(handle) is not None, 20, every_seconds=0.01)


def test_a_server_learns_of_a_spec_whose_writer_died_too_early(tmp_path: Path) -> None:
    server = running(
        "import json, os, signal, time\n"
        "from pathlib import Path\n"
        "signal.signal(signal.SIGHUP, lambda *_: Path('heard').touch())\n"
        "Path('draft').write_text(json.dumps({'pid': os.getpid()}))\n"
        "os.replace('draft', 'status.json')\n"
        "time.sleep(60)\n"
    )
    spec = DeploymentSpec(deployment_id="d", port=0, models=(), audience="d")
    listening = Listening(is_public=False, before="", taken=frozenset)
    order = dataclasses.replace(order_in(tmp_path), spec=spec, listens=listening)
    first = LocalLauncher("tests", server)
    handle = first.launch(order)
    try:
        wait_for((tmp_path / "status.json").exists, 20, every_seconds=0.01)
        assert not LocalLauncher("tests", server).update(handle, order)
        written = tmp_path / "spec.json"
        later = (tmp_path / "status.json").stat().st_mtime + 1
        os.utime(written, (later, later))
        second = LocalLauncher("tests", server)
        assert second.update(handle, order)
        assert not second.update(handle, order)
        wait_for((tmp_path / "heard").exists, 20, every_seconds=0.01)
        assert second.status(handle, tmp_path) == {}
    finally:
        first.kill(handle)
        wait_for(lambda: first.ended(handle) is not None, 20, every_seconds=0.01)


def test_a_handle_that_another_launcher_made_is_nobody_here() -> None:
    launcher = LocalLauncher("tests", SLEEP)
    for handle in map(Handle, ("default/train-7f3a", '["pod", 1]', "{}")):
        assert launcher.ended(handle) == Ended(None)
        assert launcher.address(handle) is None
        launcher.stop(handle)
        launcher.kill(handle)


def test_a_launcher_is_chosen_by_the_name_of_its_folder_or_module() -> None:
    def chosen(name: str) -> object:
        environment = dataclasses.replace(settings.ENVIRONMENT, launcher=name)
        with override_settings(ENVIRONMENT=environment):
            return chosen_launcher("tests")

    assert isinstance(chosen("local"), LocalLauncher)
    assert isinstance(chosen("workers.launchers.local"), LocalLauncher)
    for name in ("kubernets", "launcher", "tests.workers"):
        with pytest.raises(ImproperlyConfigured, match=f"EASEL_LAUNCHER is '{name}'"):
            chosen(name)


def test_a_worker_of_the_original_does_not_keep_the_jobs_of_a_copy() -> None:
    name = make_name("original")
    assert may_live(name, "original", silent_seconds=1e6)
    assert may_live(name, "copy", silent_seconds=5)
    assert not may_live(name, "copy", silent_seconds=1e6)
