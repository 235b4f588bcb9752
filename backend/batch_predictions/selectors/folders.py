"""Folders of the server whose files may be predicted."""

from __future__ import annotations

from backend.batch_predictions.contracts import ServerFolder, ServerFolders
from backend.files.services.sources import folders
from backend.projects.contracts import ProjectRef


def folders_for(project: ProjectRef, *, folder: int | None = None, path: str = "") -> ServerFolders:
    """Return the folders that the administrator allows the organisation of a project.

    Args:
        project: who predicts.
        folder: look into this one.
        path: look into what lies there below it.

    Raises:
        Invalid: when there is no such folder, or it cannot be listed.
    """
    roots = folders.folders_for(project.organisation_id)
    below = [] if folder is None else folders.folders_below(project.organisation_id, folder, path)
    return ServerFolders(
        folders=[ServerFolder(number, root.name) for number, root in roots.items()], below=below
    )
