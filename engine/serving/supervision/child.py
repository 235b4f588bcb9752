"""The side of a process that its parent starts: a socket given, a word when ready, a lifeline."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvloop

from engine.errors import EngineError

EXIT_LOAD_FAILED = 70

Serve = Callable[[Path, Path, socket.socket, int, int], Awaitable[None]]
"""Serves by a spec: its file, the work folder, the socket, and descriptors to say that it is ready
and to notice that the parent is gone."""


def run_child(program: str, serve: Serve) -> int:
    """Run a process as ``Generation`` starts it, and return its exit status.

    Args:
        program: what its command line is called.
        serve: reports on its descriptor once it is ready, and returns when it is to end.
    """
    parser = argparse.ArgumentParser(prog=program)
    parser.add_argument("--spec", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--listener", type=int, required=True)
    parser.add_argument("--ready", type=int, required=True)
    parser.add_argument("--alive", type=int, required=True)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    # A keyboard's interrupt reaches the whole group; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # It would end a process that still loads; what it announces is read once that is done.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    listener = socket.socket(fileno=options.listener)

    async def run() -> None:
        await serve(options.spec, options.work, listener, options.ready, options.alive)

    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(run())
    except EngineError as error:
        report(options.ready, {"ready": False, "code": error.code, "message": error.message})
        return EXIT_LOAD_FAILED
    return 0


def report(descriptor: int, document: dict[str, object]) -> None:
    """Tell the parent one thing, once."""
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(json.dumps(document))
