"""The command line of ``grpc``."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence

from easel.flags import parse

from engine.errors import EngineError, SpecError


def main(argv: Sequence[str] | None = None) -> int:
    """Answer over gRPC and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine grpc",
        description="Speak the Open Inference Protocol over gRPC before a model server or gateway.",
    )
    parser.add_argument(
        "--upstream", required=True, help="what answers, such as http://127.0.0.1:8080"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to bind")
    parser.add_argument("--port", type=int, default=9001, help="port; 0 takes a free one")
    options = parse(parser, argv)
    try:
        return _serve(options)
    except EngineError as error:
        sys.stderr.write(f"{error.message}\n")
        return error.exit_status


def _serve(options: argparse.Namespace) -> int:
    try:
        from engine.grpc.server import serve
    except ModuleNotFoundError as error:
        raise SpecError(
            f"gRPC needs the package '{error.name}'. Install it: pip install grpcio protobuf"
        ) from error

    def greet(port: int) -> None:
        sys.stderr.write(f"Answering gRPC on {options.host}:{port} for {options.upstream}.\n")

    async def run() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        await serve(options.upstream, options.host, options.port, stop=stop, on_ready=greet)

    asyncio.run(run())
    return 0
