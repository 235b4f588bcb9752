"""Run a program in a network that is only loopback, and tell what it asked of the world outside.

``unshare --map-root-user --net --mount -- python -m tests.architecture.watched_world PROGRAM …``.
The last line printed is JSON: the ``names`` that were looked up, and how many packets found no
route because they were for elsewhere. The exit status is the program's.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1
RESOLVER = "127.0.0.1"


def main() -> int:
    """Run the program of the command line."""
    begin_loopback()
    names: list[str] = []
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((RESOLVER, 53))
    threading.Thread(target=record, args=(server, names), daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        bind_file(Path(folder) / "resolv.conf", f"nameserver {RESOLVER}\n", "/etc/resolv.conf")
        bind_file(Path(folder) / "hosts", "127.0.0.1 localhost\n", "/etc/hosts")
        before = num_without_route()
        done = subprocess.run(sys.argv[1:], stdout=sys.stderr)
        seen = {"names": names, "num_without_route": num_without_route() - before}
    sys.stdout.write(f"\n{json.dumps(seen)}\n")
    return done.returncode


def begin_loopback() -> None:
    """Bring the loopback interface up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        request = struct.pack("16sH14s", b"lo", 0, b"")
        flags = struct.unpack("16sH14s", fcntl.ioctl(handle, _SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(handle, _SIOCSIFFLAGS, struct.pack("16sH14s", b"lo", flags | _IFF_UP, b""))


def bind_file(path: Path, text: str, over: str) -> None:
    """Have a text read in the place of a file, in this world alone."""
    path.write_text(text)
    subprocess.run(["mount", "--bind", str(path), os.path.realpath(over)], check=True)


def record(server: socket.socket, names: list[str]) -> None:
    """Note each name that is asked for, and say that there is none such."""
    while True:
        query, caller = server.recvfrom(4096)
        labels, place = [], 12
        while query[place]:
            labels.append(query[place + 1 : place + 1 + query[place]].decode("latin-1"))
            place += query[place] + 1
        names.append(".".join(labels))
        server.sendto(query[:2] + b"\x81\x83" + query[4:6] + bytes(6) + query[12:], caller)


def num_without_route() -> int:
    """Return how many packets of this network were for places that it does not lead to."""
    total = 0
    lines = Path("/proc/net/snmp").read_text().splitlines()
    names, values = (line.split() for line in lines if line.startswith("Ip:"))
    total += int(dict(zip(names, values, strict=True))["OutNoRoutes"])
    for line in Path("/proc/net/snmp6").read_text().splitlines():
        name, value = line.split()
        if name == "Ip6OutNoRoutes":
            total += int(value)
    return total


if __name__ == "__main__":
    sys.exit(main())
