"""Licences of Python packages as SPDX expressions, from the three ways in which they are stated."""

from __future__ import annotations

from importlib import metadata

from license_expression import ExpressionError, get_spdx_licensing

_SPDX = get_spdx_licensing()
# What packages write instead of an expression; their licence files were read.
_BY_NAME = {
    "antlr4-python3-runtime": "BSD-3-Clause",
    "python-dateutil": "Apache-2.0 OR BSD-3-Clause",
    "scipy": "BSD-3-Clause",
    "uvloop": "Apache-2.0 OR MIT",
    "psycopg2-binary": "LGPL-3.0-or-later",
    "uritemplate": "BSD-3-Clause OR Apache-2.0",
}
_BY_TEXT = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache 2.0 License": "Apache-2.0",
    "Apache License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "New BSD": "BSD-3-Clause",
    "Python Software Foundation License": "PSF-2.0",
    "PSFL": "PSF-2.0",
}


def licence_of(distribution: metadata.Distribution) -> str:
    """Return the licence that a package states.

    Raises:
        ValueError: when it states none that is known here; add it to this module by hand.
    """
    known = _BY_NAME.get(distribution.name.lower())
    if known is not None:
        return known
    fields = distribution.metadata
    classifiers = [
        text.rpartition(" :: ")[2]
        for text in fields.get_all("Classifier") or ()
        if text.startswith("License :: ")
    ]
    stated = (
        [fields["License-Expression"]] if fields["License-Expression"] else
        [(fields["License"] or "").partition("\n")[0], *classifiers]
    )  # fmt: skip
    for text in stated:
        expression = _expression(_BY_TEXT.get(text, text))
        if expression is not None:
            return expression
    raise ValueError(
        f"The package '{distribution.name}' states its licence as {stated}, which is no SPDX "
        "expression. Read its licence and name it in deploy/packages/spdx.py."
    )


def _expression(text: str) -> str | None:
    if not text:
        return None
    try:
        return str(_SPDX.parse(text, validate=True))
    except ExpressionError:
        return None
