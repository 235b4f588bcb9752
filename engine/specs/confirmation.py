"""What a run is told that somebody has agreed to: nothing is guessed or padded unasked."""

from __future__ import annotations

from typing import Literal, get_args

Confirmable = Literal[
    "target_guessed",
    "problem_guessed",
    "series_guessed",
    "uneven_rows",
    "rows_without_target",
]
CONFIRMABLE: tuple[Confirmable, ...] = get_args(Confirmable)
