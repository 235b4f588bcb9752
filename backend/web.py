"""One web process: ``python -m backend.web --listener 3``, on a socket that its parent holds."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Sequence

import uvicorn

GRACEFUL_SECONDS = 5


class WebServer(uvicorn.Server):
    """uvicorn, which tells its parent once it takes requests."""

    def __init__(self, config: uvicorn.Config, ready: int | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if self._ready is not None:
            os.write(self._ready, b"ready")
            os.close(self._ready)


def main(argv: Sequence[str] | None = None) -> int:
    """Answer requests until SIGTERM; then finish those in progress."""
    parser = argparse.ArgumentParser(prog="python -m backend.web", description=__doc__)
    parser.add_argument("--listener", type=int, required=True, help="descriptor of the socket")
    parser.add_argument("--ready", type=int, help="descriptor that is written to once")
    options = parser.parse_args(argv)
    config = uvicorn.Config(
        "backend.config.asgi:application",
        access_log=False,
        # `backend.config.proxies` sees through those that the administrator names.
        proxy_headers=False,
        log_level="warning",
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )
    listener = socket.socket(fileno=options.listener)
    WebServer(config, options.ready).run(sockets=[listener])
    return 0


if __name__ == "__main__":
    sys.exit(main())
