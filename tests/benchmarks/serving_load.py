"""A closed-loop load generator in one light process: the same binary request from each caller.

Arguments: port, callers, seconds, side, and a key or token where one is needed. Prints one JSON
object. It uses plain sockets and ``epoll``-style readiness, so that it takes little of the
processor it shares with the server.
"""

from __future__ import annotations

import json
import random
import selectors
import socket
import statistics
import sys
import time
from array import array


def request(side: int, secret: str) -> bytes:
    """Return one V2 request for the bare network with an image of noise in it."""
    size = 4 * 3 * side * side
    generator = random.Random(0)
    tensor = array("f", (generator.gauss(0, 1) for _ in range(size // 4))).tobytes()
    head = json.dumps(
        {
            "inputs": [
                {
                    "name": "image",
                    "shape": [1, 3, side, side],
                    "datatype": "FP32",
                    "parameters": {"binary_data_size": size},
                }
            ],
            "parameters": {"binary_data_output": True},
        },
        separators=(",", ":"),
    ).encode()
    lines = (
        "POST /v2/models/net.tensors/infer HTTP/1.1",
        "Host: 127.0.0.1",
        f"Inference-Header-Content-Length: {len(head)}",
        f"Content-Length: {len(head) + size}",
        *([f"Authorization: Bearer {secret}"] if secret else []),
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + head + tensor


class Caller:
    """One connection that sends its next request when it has its answer."""

    def __init__(self, port: int, message: bytes) -> None:
        self.message = message
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.latencies: list[float] = []
        self.received = b""
        self.started = 0.0

    def send(self) -> None:
        """Send a request."""
        self.received = b""
        self.started = time.perf_counter()
        self.socket.sendall(self.message)

    def read(self) -> bool:
        """Take what came; return whether the answer is whole."""
        self.received += self.socket.recv(65536)
        head, separator, body = self.received.partition(b"\r\n\r\n")
        if not separator:
            return False
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"The server answered {head[:60]!r} {body[:200]!r}.")
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if len(body) < int(length):
            return False
        self.latencies.append(time.perf_counter() - self.started)
        return True


def drive(
    port: int, num_callers: int, seconds: float, side: int, secret: str = ""
) -> dict[str, float]:
    """Keep every caller busy for a while and return what was seen."""
    message = request(side, secret)
    callers = [Caller(port, message) for _ in range(num_callers)]
    until = time.perf_counter() + seconds
    (drive_one if num_callers == 1 else drive_many)(callers, until)
    latencies = [latency for caller in callers for latency in caller.latencies]
    return {
        "requests": len(latencies),
        "p50_ms": 1e3 * statistics.median(latencies),
        "p99_ms": 1e3 * sorted(latencies)[int(0.99 * (len(latencies) - 1))],
    }


def drive_one(callers: list[Caller], until: float) -> None:
    """Drive one caller by blocking reads, as a plain client does."""
    caller = callers[0]
    while time.perf_counter() < until:
        caller.send()
        while not caller.read():
            pass
    caller.socket.close()


def drive_many(callers: list[Caller], until: float) -> None:
    """Drive many callers by readiness."""
    selector = selectors.DefaultSelector()
    for caller in callers:
        selector.register(caller.socket, selectors.EVENT_READ, caller)
        caller.send()
    open_callers = len(callers)
    while open_callers:
        for key, _ in selector.select():
            caller = key.data
            if not caller.read():
                continue
            if time.perf_counter() < until:
                caller.send()
            else:
                selector.unregister(caller.socket)
                caller.socket.close()
                open_callers -= 1


if __name__ == "__main__":
    port, callers, seconds, side, *secret = sys.argv[1:]
    print(json.dumps(drive(int(port), int(callers), float(seconds), int(side), *secret)))
