"""What a notebook asks for, as the arguments of the engine's command line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from easel.training.errors import TrainingFailed

READING = (
    "format", "multi_label", "columns", "kinds", "header", "names", "sheet", "skip_rows",
    "encoding", "delimiter", "decimal", "thousands", "date_order", "missing",
)  # fmt: skip
"""Words for how data is read; what is left out is found by looking at it."""


def training_arguments(
    flags: Mapping[str, object],
    repeated: Mapping[str, Iterable[object]],
    options: Mapping[str, Any],
) -> list[str]:
    """Return the arguments of ``train``.

    Args:
        flags: values by flag; ``None`` leaves one out.
        repeated: values by flags that may be repeated.
        options: of the task, and words for how data is read.

    Raises:
        TrainingFailed: when a value cannot be said.
    """
    reading = {word: value for word, value in options.items() if word in READING}
    chosen = {name: value for name, value in options.items() if name not in READING}
    given = [(f"--{name}", str(value)) for name, value in flags.items() if value is not None]
    given += [(f"--{flag}", str(value)) for flag, values in repeated.items() for value in values]
    words = [word for pair in given for word in pair]
    return [*words, *data_arguments(reading), *option_arguments(chosen)]


def data_arguments(reading: Mapping[str, Any]) -> list[str]:
    """Return the arguments that say how data is read.

    Raises:
        TrainingFailed: when there is no such word.
    """
    unknown = [name for name in reading if name not in READING]
    if unknown:
        raise TrainingFailed(
            f"Data is not read by '{unknown[0]}'. What can be said: {', '.join(READING)}.",
            code="option_unknown",
            option=unknown[0],
        )
    arguments = ["--format", str(reading.get("format") or "auto")]
    for name, value in reading.items():
        if name == "format" or value is None or (value is False and name != "header"):
            continue
        flag = f"--{name.replace('_', '-')}"
        if name == "multi_label":
            arguments.append(flag)
        elif name == "header":
            arguments += [flag, "yes" if value else "no"]
        elif name == "names":
            arguments += [flag, ",".join(value)]
        elif name in ("columns", "kinds"):
            # ROLE=COLUMN and COLUMN=KIND.
            for pair in value.items():
                arguments += [flag[:-1], "=".join(str(part or "") for part in pair)]
        elif name == "missing":
            for word in [value] if isinstance(value, str) else value:
                arguments += [flag, str(word)]
        else:
            arguments += [flag, str(value)]
    return arguments


def option_arguments(options: Mapping[str, Any]) -> list[str]:
    """Return the arguments that set options of a task.

    Raises:
        TrainingFailed: when a value is none of JSON's.
    """
    arguments = []
    for name, value in options.items():
        try:
            arguments += ["--option", f"{name}={json.dumps(value)}"]
        except (TypeError, ValueError) as error:
            raise TrainingFailed(
                f"The option '{name}' cannot be {value!r}. Give a number, a text, a truth value, "
                "or a list or dictionary of these.",
                code="option_malformed",
                option=name,
            ) from error
    return arguments
