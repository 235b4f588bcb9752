"""Servers that several suites share."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

from engine.specs.environment import OFF_LINE
from tests import servers

_TESTS = Path(__file__).parent
# They share an installation of a process, which takes longer to start than most of them.
_ON_ONE_INSTALLATION = (
    "workers/test_alerts.py",
    "workers/test_jobs_survive.py",
    "workers/test_queue.py",
    "workers/test_samples_survive.py",
    "workers/test_schedules.py",
    "workers/test_serving_models.py",
    "workers/test_stored_calls.py",
    "workers/test_traffic.py",
)
# Each case is run whole by one process, with all of its tests.
_BY_CASE = ("conformance/test_tasks.py",)
# Files of half a minute and more, which one process runs whole. They begin first, so that all
# processes end together; the others follow in the order of their names.
_LONGEST = (
    # These wait for processes of theirs, beside others that compute.
    *_ON_ONE_INSTALLATION,
    "workers/test_studies.py",
    "workers/test_drift.py",
    "conformance/test_tasks.py",
    "backend/api/test_routes.py",
    "backend/api/test_schema.py",
    "conformance/test_backbones.py",
    "backend/test_up.py",
    "sdk/test_notebook_page.py",
    "engine/commands/test_command_line.py",
    "workers/test_real_searches.py",
    "backend/suggestions/test_suggesting.py",
    "architecture/test_extend.py",
    "engine/formats/test_wrong_values.py",
    "architecture/test_off_line.py",
    "workers/test_load_tests.py",
    "engine/tasks/test_image_segmentation.py",
    "sdk/test_fit.py",
    "workers/test_web.py",
    "sdk/test_wrong_input.py",
    "workers/test_full_disk.py",
    "sdk/test_own_parts.py",
    "end_to_end/test_journey.py",
    "end_to_end/test_command_line.py",
    "end_to_end/test_roles.py",
    "end_to_end/test_live.py",
    "end_to_end/test_search.py",
    "end_to_end/test_architecture_search.py",
    "end_to_end/test_segmenter.py",
    "end_to_end/test_share_links.py",
    "end_to_end/test_first_answer.py",
    "end_to_end/test_first_pages_look.py",
    "end_to_end/test_states.py",
    "end_to_end/test_views_and_versions.py",
    "end_to_end/test_leaderboard.py",
    "end_to_end/test_time_editors.py",
    "end_to_end/test_editors.py",
    "end_to_end/test_assignments.py",
    "end_to_end/test_image_tools.py",
)

# Before any library is loaded that would report home.
os.environ.update(OFF_LINE)

# Thousands of tests and their libraries stay to the end: to look through them for garbage again
# and again, while they are collected and after, is in vain.
gc.disable()

# Processes that run tests side by side share the cores: before any library starts its threads.
_NUM_WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
if _NUM_WORKERS > 1:
    _NUM_THREADS = max(1, (os.cpu_count() or 1) // _NUM_WORKERS)
    os.environ.setdefault("OMP_NUM_THREADS", str(_NUM_THREADS))


if threading.current_thread() is threading.main_thread():
    # Servers that fixtures started end with the tests, however these are ended.
    for _number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(_number) is signal.SIG_DFL:
            signal.signal(_number, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest."""
    order = {_TESTS / name: place for place, name in enumerate(_LONGEST)}
    items.sort(key=lambda item: order.get(item.path, len(order)))


class _WhatIsShared(LoadFileScheduling):
    """Processes take files whole, so that each makes once what the tests of a file share."""

    def _split_scope(self, nodeid: str) -> str:
        path, _, name = nodeid.partition("::")
        if path.endswith(_ON_ONE_INSTALLATION):
            return "one installation"
        return f"{path}[{name.partition('[')[2]}" if path.endswith(_BY_CASE) else path


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> _WhatIsShared | None:
    """Let processes share the longest file, and take together what one installation is for."""
    return _WhatIsShared(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_finish() -> None:
    """Leave what was loaded alone, and look for garbage among what the tests make, but seldom."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """The address of a private PostgreSQL server."""
    with servers.postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a private Redis server."""
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="session")
def database_kind() -> str:
    """``postgresql``, or ``sqlite`` when ``EASEL_TEST_DATABASE`` says so."""
    return os.environ.get("EASEL_TEST_DATABASE", "postgresql")
