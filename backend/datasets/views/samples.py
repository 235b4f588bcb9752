"""The samples of a dataset."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.pagination import Start
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.serializers import samples as shapes
from backend.datasets.models import Dataset, Sample
from backend.datasets.selectors import sample_views
from backend.datasets.selectors import samples as selectors
from backend.datasets.selectors import trash as trash_selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.serializers.datasets import TrashSerializer
from backend.datasets.services import trash
from backend.datasets.services.selections import Action, act
from backend.files.services.responses import file_response, image_response
from backend.jobs.contracts.serializers import JobSerializer
from backend.jobs.selectors import get_view

# Up to this row, walking to it costs less than asking how many there are.
_WALKED = 1000


class SamplesView(View):
    """``/datasets/{id}/samples``."""

    @operation(
        "list_samples",
        query=shapes.SampleQuerySerializer,
        response=shapes.SampleSerializer(many=True),
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> Response:
        """List the samples of a dataset by filters and in an order."""
        query = self.query(shapes.SampleQuerySerializer)
        order = query.pop("ordering", "-created_at")
        start = Start(at=query.pop("at", None), value=query.pop("start", None))
        wanted = SampleFilter(**query)
        if start.at is not None and start.at > _WALKED:
            start = replace(start, total=selectors.known_count(dataset, wanted))
        return self.page(
            selectors.ordered_by(selectors.samples_of(dataset, wanted, frozen=True), order, wanted),
            shapes.SampleSerializer,
            ordering=(order, "-id" if order.startswith("-") else "id"),
            complete=lambda rows: sample_views.complete(rows, version_id=wanted.version),
            start=start,
        )


class SampleCountView(View):
    """``/datasets/{id}/samples/count``."""

    @operation(
        "count_samples",
        query=shapes.SampleFilterSerializer,
        response=shapes.CountSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Count the samples that pass filters."""
        wanted = SampleFilter(**self.query(shapes.SampleFilterSerializer))
        return {"count": selectors.count(dataset, wanted)}


class NextUnlabelledView(View):
    """``/datasets/{id}/next-unlabelled``."""

    @operation(
        "get_next_unlabelled",
        query=shapes.NextQuerySerializer,
        response=shapes.NextUnlabelledSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Get the next unlabelled sample, wrapping at the end."""
        after = self.query(shapes.NextQuerySerializer).get("after")
        sample = selectors.next_unlabelled(dataset=dataset, after=after)
        return {
            "sample": sample,
            "num_unlabelled": dataset.num_samples - dataset.num_labelled,
        }


class TrashView(View):
    """``/datasets/{id}/trash``."""

    @operation("get_trash", response=TrashSerializer, least=Role.VIEWER, about=require_dataset)
    def get(self, request: Request, dataset: Dataset) -> object:
        """Get the contents of the trash of a dataset."""
        return trash_selectors.trash_of(dataset_id=dataset.id)

    @operation(
        "move_samples_to_trash",
        body=shapes.SelectionSerializer,
        response=shapes.TrashedSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Move samples to the trash."""
        fields = self.body(shapes.SelectionSerializer)
        changed = act(dataset=dataset, action=Action("trash"), requested_by=self.caller, **fields)
        return {"num_trashed": changed.num, "job": changed.job}


class RestoreView(View):
    """``/datasets/{id}/restore``."""

    @operation(
        "restore_samples",
        body=shapes.SelectionSerializer,
        response=shapes.RestoredSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Restore samples from the trash."""
        fields = self.body(shapes.SelectionSerializer)
        changed = act(dataset=dataset, action=Action("restore"), requested_by=self.caller, **fields)
        return {"num_restored": changed.num, "job": changed.job}


class PurgeView(View):
    """``/datasets/{id}/purge``."""

    @operation(
        "purge_dataset_trash",
        body=shapes.EmptySerializer,
        response=JobSerializer,
        status=202,
        least=Role.ADMIN,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Purge the trash of a dataset; the job's result has the bytes freed."""
        self.body(shapes.EmptySerializer)
        job_id = trash.start_purge(dataset=dataset, requested_by=self.caller)
        return get_view(job_id=job_id)


class SampleView(View):
    """``/samples/{id}``."""

    @operation(
        "get_sample",
        response=shapes.SampleDetailSerializer,
        least=Role.VIEWER,
        about=selectors.require_sample,
    )
    def get(self, request: Request, sample: Sample) -> object:
        """Get a sample and the history of its labels."""
        return sample_views.detail(sample.id)


class SampleImageView(View):
    """``/samples/{id}/image``."""

    @operation(
        "get_sample_image",
        query=shapes.ImageQuerySerializer,
        response={"image/*": OpenApiTypes.BINARY},
        least=Role.VIEWER,
    )
    def get(self, request: Request, sample_id: UUID) -> HttpResponseBase:
        """Get the image of a sample for a browser, or a thumbnail of image, video or audio."""
        sample = selectors.require_content(caller=self.caller, sample_id=sample_id)
        size = self.query(shapes.ImageQuerySerializer).get("size")
        return image_response(request._request, sha256=sample.blob_id, size=size)


class SampleFileView(View):
    """``/samples/{id}/file``."""

    @operation("get_sample_file", response={"*/*": OpenApiTypes.BINARY}, least=Role.VIEWER)
    def get(self, request: Request, sample_id: UUID) -> HttpResponseBase:
        """Get the file of a sample, or the range that is asked for; texts are UTF-8."""
        sample = selectors.require_content(caller=self.caller, sample_id=sample_id)
        return file_response(request._request, sha256=sample.blob_id)
