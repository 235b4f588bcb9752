"""A closed-loop load generator in one light process: the same request from each caller.

Its one argument is the fields of ``Load`` as JSON. Prints one JSON object. It uses plain sockets
and ``epoll``-style readiness, so that it takes little of the processor it shares with the server.
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
from dataclasses import dataclass

PATH = "/v2/models/net.tensors/infer"


@dataclass(frozen=True)
class Load:
    """What is asked for, how often and for how long.

    Attributes:
        seconds: no request is begun after them.
        side: of the square image that each request holds.
        secret: key or token, where one is needed.
        is_json: send the image as numbers in JSON instead of binary.
    """

    port: int
    callers: int
    seconds: float
    side: int
    secret: str = ""
    path: str = PATH
    is_json: bool = False


def request(asked: Load) -> bytes:
    """Return one request of the Open Inference Protocol with an image of noise in it."""
    if asked.is_json:
        body, more = json_body(asked.side), ["Content-Type: application/json"]
    else:
        body, num_head = binary_body(asked.side)
        more = [f"Inference-Header-Content-Length: {num_head}"]
    lines = (
        f"POST {asked.path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Content-Length: {len(body)}",
        *more,
        *([f"Authorization: Bearer {asked.secret}"] if asked.secret else []),
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def json_body(side: int) -> bytes:
    """Return the tensor as a list of numbers."""
    data = [round(value, 6) for value in _noise(side)]
    return json.dumps({"inputs": [_tensor(side, data=data)]}, separators=(",", ":")).encode()


def binary_body(side: int) -> tuple[bytes, int]:
    """Return the tensor as bytes after a head of JSON, and the length of that head."""
    values = _noise(side).tobytes()
    document = {
        "inputs": [_tensor(side, parameters={"binary_data_size": len(values)})],
        "parameters": {"binary_data_output": True},
    }
    head = json.dumps(document, separators=(",", ":")).encode()
    return head + values, len(head)


def _noise(side: int) -> array[float]:
    generator = random.Random(0)
    return array("f", (generator.gauss(0, 1) for _ in range(3 * side * side)))


def _tensor(side: int, **more: object) -> dict[str, object]:
    return {"name": "image", "shape": [1, 3, side, side], "datatype": "FP32", **more}


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


def drive(asked: Load) -> dict[str, float]:
    """Keep every caller busy for a while and return what was seen."""
    message = request(asked)
    callers = [Caller(asked.port, message) for _ in range(asked.callers)]
    until = time.perf_counter() + asked.seconds
    (drive_one if asked.callers == 1 else drive_many)(callers, until)
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
    print(json.dumps(drive(Load(**json.loads(sys.argv[1])))))
