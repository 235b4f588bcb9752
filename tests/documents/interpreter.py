"""Runs blocks of Python one after the other: what one defines is there for the next.

Reads the name of a file a line, runs it, and writes 0 or 1 to the file descriptor 9.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Any


def main() -> None:
    """Run files until standard input ends."""
    names: dict[str, Any] = {"__name__": "__main__"}
    # As in a notebook, modules beside the page's files can be imported.
    sys.path[0] = ""
    for number, line in enumerate(sys.stdin, 1):
        code = Path(line.strip()).read_text(encoding="utf-8")
        status = 0
        try:
            exec(compile(code, f"block {number}", "exec"), names)
        except BaseException:
            traceback.print_exc()
            status = 1
        os.write(9, f"{status}\n".encode())


if __name__ == "__main__":
    main()
