"""Data that people read by a function of their own (``easel.register.dataset``)."""

from __future__ import annotations

from pathlib import Path

from easel.errors import EaselError
from easel.samples import write_samples

from engine.errors import DataError
from engine.tasks.own_parts import registered_dataset


def write_dataset(name: str, task: str, folder: Path) -> Path:
    """Write the samples that a plugin's function reads, once; a run that goes on has them there.

    Raises:
        DataError: ``dataset_unreadable`` when the function ends with an error, or the code of what
            is wrong with a sample.
        SpecError: ``part_unknown`` when no plugin registers it.
    """
    read = registered_dataset(name)
    try:
        return write_samples(read(), task, folder)
    except EaselError as error:
        raise DataError(error.message, code=error.code, **error.params) from error
    # It is somebody else's code, which may end by any error.
    except Exception as error:
        raise DataError(
            f"The dataset '{name}' cannot be read: {type(error).__name__}: {error}. Correct the "
            "function that is registered by this name.",
            code="dataset_unreadable",
            part=name,
        ) from error
