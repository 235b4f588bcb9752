"""Formats of datumaro's, where the administrator has installed it in an interpreter of its own."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

from django.conf import settings
from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.datasets.models import Dataset, DatasetVersion, DatumaroExport
from backend.datasets.services.time_limits import TimedReport
from backend.datasets.services.versioning.exports import write_folder
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from engine.catalog import TASKS, DatasetFormat, Media
from engine.errors import DataError
from engine.formats.datumaro_bridge.interpreter import (
    Conversion,
    DatumaroFormats,
    WithLosses,
    conversion_losses,
    convert,
    datumaro_formats,
)
from engine.formats.layout import FileTree
from engine.formats.reading.trees import open_tree

ZIP = "export.zip"
_CHUNK = 1 << 20
_NONE = DatumaroFormats("", (), ())

Report = Callable[[int, int], None]


def known_formats(*, task: str) -> DatumaroFormats:
    """Return what can be read and written beside the formats of the card; images alone can.

    Nothing where no interpreter is set.

    Raises:
        Invalid: ``foreign_unusable`` when the one that is set has no datumaro.
    """
    python = settings.ENVIRONMENT.datumaro_python
    if not python or TASKS[task].media is not Media.IMAGE:
        return _NONE
    try:
        return datumaro_formats(python)
    except DataError as error:
        raise Invalid(error.message, code=error.code, **error.params) from error


def require_known(*, dataset: Dataset, name: str, direction: Literal["import", "export"]) -> None:
    """Refuse a format that the installed datumaro does not have.

    Raises:
        Invalid: ``foreign_format_unknown``.
    """
    found = known_formats(task=dataset.task)
    if name not in (found.imports if direction == "import" else found.exports):
        raise Invalid(
            f"There is no further format '{name}' for data of this task. Choose one of those that "
            "are offered; the administrator can install datumaro for more.",
            code="foreign_format_unknown",
            format=name,
        )


@contextmanager
def converted(tree: FileTree, name: str, folder: Path, report: Report) -> Iterator[FileTree]:
    """Give an archive in a format of datumaro's as JSON lines, with what got lost on the way.

    What was converted stays in ``folder`` until the archive is done, so that a break repeats
    nothing.

    Raises:
        Invalid: when it cannot be converted.
    """
    data, kept = folder / "converted" / "data", folder / "converted.done"
    if not kept.is_file():
        shutil.rmtree(folder / "converted", ignore_errors=True)
        source = folder / "unpacked"
        shutil.rmtree(source, ignore_errors=True)
        for path in tree.names():
            target = source / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with tree.open(path) as file, target.open("wb") as copy:
                shutil.copyfileobj(file, copy, _CHUNK)
        data.parent.mkdir(parents=True)
        _convert("import", name, source, data, report)
        shutil.rmtree(source)
        kept.touch()
    losses = conversion_losses(data)
    with open_tree(data) as lines:
        yield WithLosses(lines, (*losses, *tree.problems()))


@transaction.atomic
def start_export(*, version: DatasetVersion, format: str, requested_by: Caller) -> DatumaroExport:
    """Queue the writing of a version in a format of datumaro's.

    Raises:
        Conflict: when the version is not ready.
        Invalid: ``foreign_format_unknown``.
    """
    if version.state != DatasetVersion.State.READY:
        raise Conflict("The version is not ready yet. Wait for its job.", code="version_not_ready")
    dataset = version.dataset
    require_known(dataset=dataset, name=format, direction="export")
    export = DatumaroExport.objects.create(
        version=version, format=format, created_by_id=requested_by.user_id
    )
    export.job_id = create_job(
        kind=names.EXPORT_VERSION,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=export.id,
        title=f"{dataset.name} #{version.number} · {format}",
        requested_by_id=requested_by.user_id,
        request={"format": format},
    ).id
    export.save(update_fields=["job"])
    return export


def run_export(export_id: UUID, report: Report) -> dict[str, Any]:
    """Write the zip of an export; safe to repeat.

    Raises:
        Invalid: when datumaro cannot write the data in this format.
    """
    export = DatumaroExport.objects.select_related("version__dataset").get(id=export_id)
    folder = export_folder(export)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    losses = write_folder(export.version, DatasetFormat.JSON_LINES, folder / "lines")
    (folder / "made").mkdir()
    timed = TimedReport(report, code="export_time")
    done = _convert("export", export.format, folder / "lines", folder / "made" / "data", timed)
    for problem in done.problems:
        losses.add(problem, num=int(str(problem.params["num"])))
    _pack(folder / "made" / "data", folder / ZIP)
    for path in ("lines", "made"):
        shutil.rmtree(folder / path)
    export.losses = [vars(loss) for loss in losses.losses]
    export.num_samples, export.num_annotations = done.num_samples, done.num_annotations
    export.save(update_fields=["losses", "num_samples", "num_annotations"])
    _forget_others(export)
    return {"num_samples": done.num_samples, "num_lost": losses.num}


def export_folder(export: DatumaroExport) -> Path:
    """Return where the zip of an export lies."""
    data: Path = settings.ENVIRONMENT.data
    return data / "exports" / str(export.id)


def _convert(
    direction: Literal["import", "export"], name: str, source: Path, out: Path, report: Report
) -> Conversion:
    try:
        return convert(
            settings.ENVIRONMENT.datumaro_python,
            direction,
            name,
            source,
            out,
            memory_bytes=settings.ENVIRONMENT.datumaro_memory_bytes,
            # Reporting raises once the job is cancelled, which ends the child.
            keep_on=lambda: report(0, 1),
        )
    except DataError as error:
        raise Invalid(error.message, code=error.code, **error.params) from error


def _pack(folder: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())


def _forget_others(export: DatumaroExport) -> None:
    """Only the newest export of a version is kept: another can be made at any time."""
    for other in DatumaroExport.objects.filter(
        version_id=export.version_id, created_at__lt=export.created_at
    ):
        shutil.rmtree(export_folder(other), ignore_errors=True)
        other.delete()
