"""Put stand-ins in the place of the encoders under the GPL that PyAV's wheel brings.

``python -m deploy.packages.without_gpl`` does so in the environment it runs in; the images of
``deploy/docker`` are made so. Decoding, and encoding to WebM, are not touched.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from deploy.packages.bundled import NOT_SHIPPED, bundled_libraries

_SOURCE = Path(__file__).with_name("no_encoder.c")


def replace_encoders(libraries: dict[str, tuple[Path, ...]] | None = None) -> list[Path]:
    """Overwrite the files of the encoders; return which.

    Args:
        libraries: files by the name of their library, those of this environment by default.

    Raises:
        RuntimeError: when there is no C compiler.
    """
    libraries = bundled_libraries() if libraries is None else libraries
    files = [path for name in NOT_SHIPPED for path in libraries.get(name, ())]
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise RuntimeError("A C compiler is needed to build the stand-ins. Install gcc.")
    for path in files:
        made = path.with_name(f"{path.name}.new")
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(_SOURCE)]
        subprocess.run(command, check=True)
        # Replaced and not written over: a process may have the old one in use.
        made.replace(path)
    return files


if __name__ == "__main__":
    for replaced in replace_encoders():
        print(f"A stand-in replaces {replaced.name}.")
