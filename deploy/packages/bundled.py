"""Shared libraries that wheels bring along, under licences of their own."""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path

# By the licence files of the projects; "GCC" is the GPL with the runtime exception.
_GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
_FFMPEG = "LGPL-3.0-or-later"
_KERBEROS = "MIT"
LICENCES = {
    "libSvtAv1Enc": "BSD-3-Clause-Clear",
    "libXau": "MIT",
    "libasound": "LGPL-2.1-or-later",
    "libavcodec": _FFMPEG,
    "libavdevice": _FFMPEG,
    "libavfilter": _FFMPEG,
    "libavformat": _FFMPEG,
    "libavif": "BSD-2-Clause",
    "libavutil": _FFMPEG,
    "libbrotlicommon": "MIT",
    "libbrotlidec": "MIT",
    "libcom_err": _KERBEROS,
    "libcrypt": "LGPL-2.1-or-later",
    "libcrypto": "Apache-2.0",
    "libdav1d": "BSD-2-Clause",
    "libdrm": "MIT",
    "libfreetype": "FTL",
    "libgfortran": _GCC,
    "libgmp": "LGPL-3.0-or-later",
    "libgnutls": "LGPL-2.1-or-later",
    "libgomp": _GCC,
    "libgssapi_krb5": _KERBEROS,
    "libharfbuzz": "MIT",
    "libhogweed": "LGPL-3.0-or-later",
    "libjpeg": "IJG",
    "libk5crypto": _KERBEROS,
    "libkeyutils": "LGPL-2.1-or-later",
    "libkrb5": _KERBEROS,
    "libkrb5support": _KERBEROS,
    "liblber": "OLDAP-2.8",
    "liblcms2": "MIT",
    "libldap": "OLDAP-2.8",
    "liblzma": "0BSD",
    "libmp3lame": "LGPL-2.0-or-later",
    "libnettle": "LGPL-3.0-or-later",
    "libopencore-amrnb": "Apache-2.0",
    "libopencore-amrwb": "Apache-2.0",
    "libopenjp2": "BSD-2-Clause",
    "libopus": "BSD-3-Clause",
    "libpcre": "BSD-3-Clause",
    "libpng16": "libpng-2.0",
    "libpq": "PostgreSQL",
    "libquadmath": "LGPL-2.1-or-later",
    "libsasl2": "BSD-4-Clause-UC",
    "libscipy_openblas": "BSD-3-Clause",
    "libscipy_openblas64_": "BSD-3-Clause",
    "libselinux": "LicenseRef-public-domain",
    "libsharpyuv": "BSD-3-Clause",
    "libsndfile_x86_64": "LGPL-2.1-or-later",
    "libssl": "Apache-2.0",
    "libswresample": _FFMPEG,
    "libswscale": _FFMPEG,
    "libtiff": "libtiff",
    "libunistring": "LGPL-3.0-or-later",
    "libvpl": "MIT",
    "libvpx": "BSD-3-Clause",
    "libwebp": "BSD-3-Clause",
    "libwebpdemux": "BSD-3-Clause",
    "libwebpmux": "BSD-3-Clause",
    "libx264": "GPL-2.0-or-later",
    "libx265": "GPL-2.0-or-later",
    "libxcb": "MIT",
    "libxcb-shape": "MIT",
    "libxcb-shm": "MIT",
    "libxcb-xfixes": "MIT",
    "libzstd": "BSD-3-Clause",
}
# Encoders that nothing here uses and that must not travel in an image; see ``without_gpl``.
NOT_SHIPPED = frozenset({"libx264", "libx265"})
_FOLDERS = ("av.libs", "numpy.libs", "pillow.libs", "psycopg2_binary.libs", "scikit_learn.libs",
            "scipy.libs", "_soundfile_data")  # fmt: skip


def bundled_libraries() -> dict[str, tuple[Path, ...]]:
    """Return the files of each library in the wheels of what is shipped, by its name."""
    site = Path(sysconfig.get_path("platlib"))
    found: dict[str, list[Path]] = {}
    for folder in _FOLDERS:
        for path in sorted((site / folder).glob("*.so*")):
            name = re.sub(r"(-[0-9a-f]{8})*(-[0-9.]+)?\.so.*$", "", path.name)
            found.setdefault(name, []).append(path)
    return {name: tuple(paths) for name, paths in sorted(found.items())}
