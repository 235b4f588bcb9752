"""Write down for an engine process what it is to clean, and how."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from backend.cleaning.contracts import INDEX, Steps
from backend.datasets.contracts import Selection
from backend.datasets.selectors.records import live_records
from backend.datasets.selectors.samples import rows_of_selection
from backend.datasets.services.sample_index import write_readable_records
from engine.specs.cleaning import CleaningSpec


def write_spec(
    *, dataset_id: UUID, selection: Selection, media: str, steps: Steps, folder: Path
) -> CleaningSpec:
    """Write the index of the samples of a selection into ``folder`` and return the spec.

    Samples whose files cannot be read stay as they are; their names are noted.

    Raises:
        Unavailable: ``disk_full``.
    """
    index = folder / INDEX
    found = live_records(dataset_id, rows_of_selection(dataset_id, selection))
    root = write_readable_records(found, index, with_unreadable=False)
    return CleaningSpec.model_validate(
        {"media": media, "steps": steps, "index": str(index), "files_root": str(root)}
    )
