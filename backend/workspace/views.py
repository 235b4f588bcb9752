"""Projects, where they stand, and home."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.accounts.selectors import require_role
from backend.api.schema import operation
from backend.api.views import View
from backend.jobs.contracts.serializers import JobSerializer
from backend.jobs.selectors import describe_job
from backend.projects import selectors
from backend.projects.contracts import ProjectRef, ProjectRow
from backend.projects.services import projects as services
from backend.projects.services import trash
from backend.workspace import cards, overview, search
from backend.workspace import serializers as shapes
from backend.workspace.services import purge
from backend.workspace.services.sample import start_sample_project


class ProjectsView(View):
    """``/projects``."""

    @operation(
        "list_projects",
        query=shapes.ProjectQuerySerializer,
        response=shapes.ProjectCardSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the projects of an organisation, last changed first."""
        query = self.query(shapes.ProjectQuerySerializer)
        role = require_role(
            caller=self.caller, organisation_id=query["organisation"], minimum=Role.VIEWER
        )
        return self.page(
            selectors.projects_of(
                organisation_id=query["organisation"], search=query.get("search", "")
            ),
            shapes.ProjectCardSerializer,
            ordering=("-updated_at", "-id"),
            complete=lambda rows: cards.cards_of(rows, role=role),
        )

    @operation(
        "create_project",
        body=shapes.NewProjectSerializer,
        response=shapes.ProjectSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_role,
        named="organisation_id",
    )
    def post(self, request: Request, role: Role) -> object:
        """Create a project."""
        fields = self.body(shapes.NewProjectSerializer)
        project = services.create_project(created_by=self.caller, **fields)
        return overview.describe(project.id, role=role)


class SampleProjectView(View):
    """``/projects/sample``."""

    @operation(
        "create_sample_project",
        body=shapes.NewSampleProjectSerializer,
        response=shapes.ProjectSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_role,
        named="organisation_id",
    )
    def post(self, request: Request, role: Role) -> object:
        """Create a sample project: example data of a task, then a model and an endpoint of it."""
        fields = self.body(shapes.NewSampleProjectSerializer)
        project_id = start_sample_project(requested_by=self.caller, **fields)
        return overview.describe(project_id, role=role)


class ProjectView(View):
    """``/projects/{id}``."""

    @operation(
        "get_project",
        response=shapes.ProjectSerializer,
        least=Role.VIEWER,
        about=selectors.require_project,
    )
    def get(self, request: Request, project: ProjectRef) -> object:
        """Get a project."""
        return overview.describe(project.id, role=project.role)

    @operation(
        "update_project",
        body=shapes.ProjectChangeSerializer,
        response=shapes.ProjectSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_project,
    )
    def patch(self, request: Request, project: ProjectRef) -> object:
        """Update the name or description of a project."""
        fields = self.body(shapes.ProjectChangeSerializer)
        services.change_project(project_id=project.id, changed_by=self.caller, **fields)
        return overview.describe(project.id, role=project.role)

    @operation("delete_project", status=204, least=Role.ADMIN, about=selectors.require_project)
    def delete(self, request: Request, project: ProjectRef) -> None:
        """Delete a project: move it to the trash."""
        trash.trash_project(project_id=project.id, trashed_by=self.caller)


class TrashedProjectsView(View):
    """``/organisations/{id}/trashed-projects``."""

    @operation(
        "list_trashed_projects",
        response=shapes.TrashedProjectSerializer(many=True),
        least=Role.ADMIN,
    )
    def get(self, request: Request, organisation_id: UUID) -> Response:
        """List the projects in the trash, and the space each takes."""
        require_role(caller=self.caller, organisation_id=organisation_id, minimum=Role.ADMIN)
        return self.page(
            selectors.trashed_projects(organisation_id=organisation_id),
            shapes.TrashedProjectSerializer,
            ordering=("-trashed_at", "-id"),
            complete=overview.describe_trashed,
        )


class ProjectRestoreView(View):
    """``/projects/{id}/restore``."""

    @operation(
        "restore_project",
        response=shapes.ProjectSerializer,
        least=Role.ADMIN,
        about=selectors.require_trashed,
    )
    def post(self, request: Request, trashed: ProjectRow) -> object:
        """Restore a project from the trash; its endpoints stay stopped."""
        trash.restore_project(project_id=trashed.id, restored_by=self.caller)
        project = selectors.require_project(caller=self.caller, project_id=trashed.id)
        return overview.describe(project.id, role=project.role)


class ProjectPurgeView(View):
    """``/projects/{id}/purge``."""

    @operation(
        "preview_project_purge",
        response=shapes.PurgePreviewSerializer,
        least=Role.OWNER,
        about=selectors.require_trashed,
    )
    def get(self, request: Request, project: ProjectRow) -> object:
        """Preview what purging a project in the trash would free."""
        return overview.preview_purge(project.id)

    @operation(
        "purge_project",
        body=shapes.PurgeSerializer,
        response=JobSerializer,
        status=202,
        least=Role.OWNER,
        about=selectors.require_trashed,
    )
    def post(self, request: Request, project: ProjectRow) -> object:
        """Purge a project in the trash; it cannot be restored."""
        fields = self.body(shapes.PurgeSerializer)
        job_id = purge.start_purge(project_id=project.id, requested_by=self.caller, **fields)
        return describe_job(job_id)


class OverviewView(View):
    """``/projects/{id}/overview``."""

    @operation(
        "get_project_overview",
        response=shapes.OverviewSerializer,
        least=Role.VIEWER,
        about=selectors.require_project,
    )
    def get(self, request: Request, project: ProjectRef) -> object:
        """Get the state of a project and the next steps."""
        return overview.overview_of(project)


class HomeView(View):
    """``/home``."""

    @operation(
        "get_home",
        query=shapes.HomeQuerySerializer,
        response=shapes.HomeSerializer,
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> object:
        """Get the recent activity of an organisation."""
        organisation_id = self.query(shapes.HomeQuerySerializer)["organisation"]
        role = require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.VIEWER
        )
        return cards.home_of(organisation_id=organisation_id, role=role)


class SearchView(View):
    """``/search``."""

    @operation(
        "get_search_results",
        query=shapes.SearchQuerySerializer,
        response=shapes.SearchResultsSerializer,
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> object:
        """Get the projects, datasets, models, endpoints and samples whose names contain a text."""
        query = self.query(shapes.SearchQuerySerializer)
        organisation_id = query["organisation"]
        require_role(caller=self.caller, organisation_id=organisation_id, minimum=Role.VIEWER)
        return {"results": search.find(organisation_id=organisation_id, text=query["text"])}
