"""A test waits for what it needs, and not for a time that is usually enough."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.site import ROOT

SLEEPS = {"sleep", "wait_for_timeout"}
# What takes its time by itself, by file and function.
ALLOWED = {
    ("backend/api/test_bodies.py", "receive"): "a caller who sends slowly",
    ("end_to_end/test_motion.py", "_press"): "how long a finger lies on a button",
    (
        "end_to_end/test_motion.py",
        "test_a_dialog_that_still_opens_is_clicked_where_its_button_will_be",
    ): "how soon a hasty person clicks",
    (
        "end_to_end/test_time_editors.py",
        "test_samples_are_captured_in_the_browser",
    ): "a recording is as long as it takes",
    ("engine/gateway/asynchronous/slow_server.py", "do_POST"): "a model server that takes its time",
    (
        "engine/gateway/asynchronous/test_predictions.py",
        "test_live_calls_go_first",
    ): "what is not to begin does not, however long one waits",
    (
        "engine/gateway/test_gateway.py",
        "test_calls_are_kept_when_their_callers_ask_or_chance_does_and_within_bytes",
    ): "what is not to be kept does not come, however long one waits",
    ("engine/serving/packages/test_batching.py", "__call__"): "a slow network",
    (
        "engine/serving/supervision/test_relay.py",
        "test_a_request_that_a_killed_replica_held_is_answered_by_the_other",
    ): "what a frozen process holds does not come, however long one waits",
    ("engine/serving/test_slow_callers.py", "run"): "the deadline of a first request goes by",
    ("engine/tuning/test_sampler.py", "slow"): "a trial that leaves time for others",
    ("workers/paced_engine.py", "train"): "a training of known pace",
}


def test_only_what_takes_its_time_by_itself_sleeps() -> None:
    found = {
        (path.relative_to(ROOT / "tests").as_posix(), name)
        for path in (ROOT / "tests").rglob("*.py")
        # Loads are made, and machines left alone, for measured times.
        if "benchmarks" not in path.parts
        for name in sleeping(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == set(ALLOWED)


def test_a_sleep_is_told_from_a_loop_that_looks_again() -> None:
    source = (
        "def a():\n    time.sleep(1)\n"
        "def b():\n    while not done():\n        time.sleep(1)\n"
        "async def c():\n    await asyncio.sleep(0)\n"
        "def d():\n    while True:\n        def e():\n            page.wait_for_timeout(5)\n"
        "def f():\n    for _ in range(3):\n        sleep(SECONDS)\n"
    )
    assert list(sleeping(ast.parse(source))) == ["a", "e", "f"]


def sleeping(node: ast.AST, function: str = "", in_loop: bool = False) -> Iterator[str]:
    """Yield the functions that sleep for a fixed time; a ``while`` looks whether it is over."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function, in_loop = node.name, False
    if isinstance(node, ast.Call) and _is_sleep(node) and not in_loop:
        yield function
    in_loop = in_loop or isinstance(node, ast.While)
    for child in ast.iter_child_nodes(node):
        yield from sleeping(child, function, in_loop)


def _is_sleep(call: ast.Call) -> bool:
    called = call.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    # To sleep for no time lets others have their turn.
    return name in SLEEPS and ast.unparse(call.args[0]) != "0"
