"""Files that stay where they are: named by a person, read by a worker, referred to by samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from uuid import UUID

from django.conf import settings
from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Invalid
from backend.datasets.models import Archive, Dataset, Import
from backend.datasets.services.importing.archives import archive_path
from backend.datasets.services.importing.sessions import require_open
from backend.datasets.services.importing.source_trees import WEB_LIST
from backend.files.services.sources import buckets, folders
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of

WEB = "web"


@dataclass(frozen=True)
class Folder:
    """A folder of the server that may be imported from, by its number."""

    number: int
    name: str


@dataclass(frozen=True)
class Places:
    """Where files may be taken in from without sending them, and what lies in one of the folders.

    ``below`` are the folders directly in the one that was asked for.
    """

    folders: Sequence[Folder]
    buckets: Sequence[str]
    web: bool
    below: Sequence[str]


def places_for(dataset: Dataset, *, folder: int | None = None, path: str = "") -> Places:
    """Return where a dataset may take files in from, as the administrator allows its organisation.

    Raises:
        Invalid: when there is no such folder, or it cannot be listed.
    """
    organisation_id = organisation_of(project_id=dataset.project_id)
    roots = folders.folders_for(organisation_id)
    below: Sequence[str] = ()
    if folder is not None:
        below = folders.folders_below(organisation_id, folder, path)
    return Places(
        folders=[Folder(number, root.name) for number, root in roots.items()],
        buckets=buckets.buckets_for(organisation_id),
        web=settings.ENVIRONMENT.import_addresses,
        below=below,
    )


def read_folder(*, session: Import, folder: int, path: str, requested_by: Caller) -> Archive:
    """Have a worker take in a folder of this server.

    Raises:
        Conflict: when the upload has been closed.
        Invalid: when there is no such folder.
    """
    found = folders.folder_at(_organisation_of(session), folder, path)
    name = PurePosixPath(path).name or found.name
    return _begin(session, folders.address_of(found), name, requested_by)


def read_bucket(*, session: Import, address: str, requested_by: Caller) -> Archive:
    """Have a worker take in what lies below a prefix of a bucket.

    Raises:
        Conflict: when the upload has been closed.
        Invalid: when it is no address of a bucket.
        NotAllowed: when the administrator does not let people import from there.
    """
    # What is allowed is told by how an address begins, which ".." would get around.
    if not address.startswith(buckets.SCHEME) or ".." in PurePosixPath(address).parts:
        raise Invalid(
            f"'{address}' is no address of a bucket. Expected s3://bucket/folder.",
            code="bucket_malformed",
            address=address,
        )
    buckets.require_allowed(address, _organisation_of(session))
    return _begin(session, address, address, requested_by)


def read_addresses(*, session: Import, addresses: Sequence[str], requested_by: Caller) -> Archive:
    """Have a worker take in what lies at web addresses.

    Raises:
        Conflict: when the upload has been closed.
    """
    return _begin(session, WEB, WEB_LIST, requested_by, listed=addresses)


def _organisation_of(session: Import) -> UUID:
    return organisation_of(project_id=session.dataset.project_id)


@transaction.atomic
def _begin(
    session: Import, source: str, name: str, requested_by: Caller, listed: Sequence[str] = ()
) -> Archive:
    require_open(session)
    archive = Archive.objects.create(
        import_session=session, name=name[-500:], num_bytes=0, source=source
    )
    if listed:
        # Before the job can be seen: a worker may begin with it at once.
        path = archive_path(archive)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(" ".join(one.split()) for one in listed), encoding="utf-8")
    dataset = session.dataset
    job = create_job(
        kind=names.IMPORT_ARCHIVE,
        organisation_id=_organisation_of(session),
        project_id=dataset.project_id,
        subject_id=archive.id,
        title=name[:200],
        requested_by_id=requested_by.user_id,
    )
    archive.job_id = job.id
    archive.save(update_fields=["job"])
    return archive


BEGIN: Mapping[str, Callable[..., Archive]] = {
    "folder": read_folder,
    "bucket": read_bucket,
    "web": read_addresses,
}
