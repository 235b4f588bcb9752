"""The frozen dataset versions of a request: found, allowed, fit for each other."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict, Invalid, NotFound
from backend.datasets.contracts import VersionRef
from backend.datasets.selectors.references import version_refs
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from engine.catalog import TaskCard
from engine.specs.data import Split
from engine.validation.rows import divided


def require_versions(
    *, caller: Caller, version_ids: Sequence[UUID], minimum: Role
) -> tuple[ProjectRef, list[VersionRef]]:
    """Return the project and the versions, in the order of the request.

    Raises:
        NotFound: when one does not exist for the caller.
        Conflict: ``version_not_ready`` when one is not frozen yet.
        Invalid: when they belong to different projects, or one of single to one of multiple labels.
    """
    project, versions = _found(caller, version_ids, minimum)
    _require_fit(versions)
    return project, versions


def require_project_of_versions(
    *, caller: Caller, version_ids: Sequence[UUID], minimum: Role = Role.DEVELOPER
) -> ProjectRef:
    """Return the one project of dataset versions in which the caller has at least a role.

    Raises:
        NotFound: when one does not exist for the caller.
        NotAllowed: when the role is not enough.
        Invalid: when they belong to different projects.
    """
    return _found(caller, version_ids, minimum)[0]


def require_project_of_version(
    *, caller: Caller, version_id: UUID, minimum: Role = Role.DEVELOPER
) -> ProjectRef:
    """Return the project of a dataset version in which the caller has at least a role.

    Raises:
        NotFound: when it does not exist for the caller.
        NotAllowed: when the role is not enough.
    """
    return _found(caller, [version_id], minimum)[0]


def _found(
    caller: Caller, version_ids: Sequence[UUID], minimum: Role
) -> tuple[ProjectRef, list[VersionRef]]:
    missing = NotFound("There is no such dataset version.", code="dataset_version_not_found")
    ordered = list(dict.fromkeys(version_ids))
    found = version_refs(ordered)
    if len(found) != len(ordered):
        raise missing
    versions = [found[version_id] for version_id in ordered]
    # Whose they are comes first: what belongs to others must not even be told apart from ours.
    try:
        projects = [
            require_project(caller=caller, project_id=project_id, minimum=minimum)
            for project_id in dict.fromkeys(version.project_id for version in versions)
        ]
    except NotFound:
        raise missing from None
    if len(projects) > 1:
        raise Invalid(
            "The dataset versions belong to different projects. Choose those of one project.",
            code="project_differs",
        )
    return projects[0], versions


def label_union(versions: Sequence[VersionRef]) -> tuple[str, ...]:
    """Return all labels of the versions, each once, in order of appearance."""
    return tuple(dict.fromkeys(label for version in versions for label in version.labels))


def num_rows(versions: Sequence[VersionRef]) -> dict[Split, int]:
    """Return how many rows the tables of versions have in each split; none of other data."""
    return {split: _counted(versions, split, "num_rows") for split in Split}


def num_learnt(card: TaskCard, versions: Sequence[VersionRef]) -> int:
    """Return how many samples a run on the versions would learn from, unlabelled ones too.

    Of tables it is rows.
    """
    rows = num_rows(versions)
    if any(rows.values()):
        return divided(rows, card)[Split.TRAIN]
    return _counted(versions, Split.TRAIN, "total")


def _counted(versions: Sequence[VersionRef], split: Split, what: str) -> int:
    # Versions of before rows were counted have none.
    return sum(int(version.counts.get(split.value, {}).get(what) or 0) for version in versions)


def _require_fit(versions: Sequence[VersionRef]) -> None:
    for version in versions:
        if version.state != "ready" or version.index_sha256 is None:
            raise Conflict(
                f"Version {version.number} of '{version.dataset_name}' is not ready. Wait until "
                "it is frozen, or choose another.",
                code="version_not_ready",
                number=version.number,
                dataset=version.dataset_name,
            )
    if len({version.multi_label for version in versions}) > 1:
        raise Invalid(
            "Some of the dataset versions have one label per sample, others several. "
            "Choose versions of one form.",
            code="multi_label_differs",
        )
