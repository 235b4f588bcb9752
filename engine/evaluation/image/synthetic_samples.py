"""Samples that a run made itself, such as composed shelves: their images go into the package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.data.files import SampleFiles
from engine.evaluation.heatmaps import HEATMAPS
from engine.specs.data import SampleRecord
from engine.specs.package.sections import Case, CasesSection, Section

MAX_SHOWN = 12


def show_synthetic_samples(
    sections: Sequence[Section],
    records: Sequence[SampleRecord],
    files: SampleFiles,
    is_synthetic: Callable[[SampleRecord], bool],
    work: Path,
) -> tuple[Section, ...]:
    """Write the images of the first synthetic samples among the cases of a report, and name them.

    Args:
        sections: of the report.
        records: the samples that it is about.
        files: gives their content.
        is_synthetic: tells a sample that nobody else has.
        work: folder of the run.
    """
    synthetic = {record.id: record for record in records if is_synthetic(record)}
    return tuple(
        section.model_copy(update={"cases": _shown(section.cases, synthetic, files, work)})
        if isinstance(section, CasesSection)
        else section
        for section in sections
    )


def _shown(
    cases: Sequence[Case], synthetic: dict[str, SampleRecord], files: SampleFiles, work: Path
) -> tuple[Case, ...]:
    wanted = [case.sample_id for case in cases if case.sample_id in synthetic][:MAX_SHOWN]
    names = {id: f"{HEATMAPS}/sample_{number:03d}.png" for number, id in enumerate(wanted, 1)}
    (work / HEATMAPS).mkdir(parents=True, exist_ok=True)
    for id, name in names.items():
        (work / name).write_bytes(files.read(synthetic[id]))
    # Others of them could not be looked at.
    return tuple(
        case.model_copy(update={"sample_image": names.get(case.sample_id)})
        for case in cases
        if case.sample_id not in synthetic or case.sample_id in names
    )
