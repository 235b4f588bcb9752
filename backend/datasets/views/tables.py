"""What the tables of a dataset, or of a frozen version, hold."""

from __future__ import annotations

from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts.serializers.samples import EmptySerializer
from backend.datasets.models import Dataset, DatasetVersion
from backend.datasets.selectors import tables as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.table_pages import is_small, rows_of, statistics_of
from backend.datasets.selectors.versions import require_version
from backend.datasets.serializers import tables as shapes
from backend.datasets.serializers.readings import SampleReadingSerializer, TablePreviewSerializer
from backend.datasets.services.importing.readings import preview_sample, read_again
from backend.datasets.services.sample_jobs import start_once
from backend.datasets.services.tables import describe_columns, make_pages
from backend.jobs.contracts import names
from backend.jobs.contracts.serializers import JobSerializer
from backend.jobs.selectors import get_view


class TableView(View):
    """``/datasets/{id}/table``."""

    @operation(
        "get_table",
        query=shapes.TableQuerySerializer,
        response=shapes.TableSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Get the columns of a table with their guessed types, and its first rows."""
        sample_id = self.query(shapes.TableQuerySerializer).get("sample")
        return selectors.table_of(dataset=dataset, sample_id=sample_id)


class SamplePreviewView(View):
    """``/datasets/{id}/table/preview``."""

    @operation(
        "preview_table_reading",
        body=SampleReadingSerializer,
        response=TablePreviewSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Preview how the file of a table would be read; nothing is changed."""
        fields = self.body(SampleReadingSerializer)
        sample = selectors.table_sample(dataset=dataset, sample_id=fields.get("sample"))
        return preview_sample(sample=sample, reading=fields["reading"])

    @operation(
        "update_table_reading",
        body=SampleReadingSerializer,
        response=shapes.TableSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def put(self, request: Request, dataset: Dataset) -> object:
        """Update how the file of a table is read; frozen versions stay as they are."""
        fields = self.body(SampleReadingSerializer)
        sample = selectors.table_sample(dataset=dataset, sample_id=fields.get("sample"))
        read_again(sample=sample, reading=fields["reading"], read_by=self.caller)
        dataset.refresh_from_db()
        return selectors.table_of(dataset=dataset, sample_id=sample.id)


class ColumnsView(View):
    """``/datasets/{id}/columns``."""

    @operation(
        "update_columns",
        body=shapes.GivenColumnsSerializer,
        response=shapes.TableSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def patch(self, request: Request, dataset: Dataset) -> object:
        """Update the types and training roles of columns."""
        columns = self.body(shapes.GivenColumnsSerializer)["columns"]
        describe_columns(dataset=dataset, columns=columns, described_by=self.caller)
        dataset.refresh_from_db()
        return selectors.table_of(dataset=dataset)


class TableRowsView(View):
    """``/datasets/{id}/table/rows``."""

    @operation(
        "get_table_rows",
        query=shapes.RowsQuerySerializer,
        response=shapes.RowsSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """List rows of a table from any row on."""
        query = self.query(shapes.RowsQuerySerializer)
        sample = selectors.table_sample(dataset=dataset, sample_id=query.get("sample"))
        if is_small(sample):
            make_pages(sample)
        offset = query["offset"]
        return {
            "num_rows": sample.num_rows or 0,
            "offset": offset,
            "rows": rows_of(sample, offset=offset, limit=query["limit"]),
        }


class TableStatisticsView(View):
    """``/datasets/{id}/table/statistics``."""

    @operation(
        "get_table_statistics",
        query=shapes.TableQuerySerializer,
        response=shapes.TableStatisticsSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Get statistics of every column of a table."""
        sample_id = self.query(shapes.TableQuerySerializer).get("sample")
        sample = selectors.table_sample(dataset=dataset, sample_id=sample_id)
        if is_small(sample):
            make_pages(sample)
        return statistics_of(sample)


class TableReadingView(View):
    """``/datasets/{id}/table/reading``."""

    @operation(
        "prepare_table",
        query=shapes.TableQuerySerializer,
        body=EmptySerializer,
        response=JobSerializer,
        status=202,
        least=Role.VIEWER,
        about=require_dataset,
        # It changes no data, though it is a POST.
        scope="read",
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Start reading a large table, for its rows and statistics."""
        self.body(EmptySerializer)
        sample_id = self.query(shapes.TableQuerySerializer).get("sample")
        sample = selectors.table_sample(dataset=dataset, sample_id=sample_id)
        job_id = start_once(sample=sample, kind=names.READ_TABLE, requested_by=self.caller)
        return get_view(job_id=job_id)


class VersionTableView(View):
    """``/dataset-versions/{id}/table``."""

    @operation(
        "get_dataset_version_table",
        response=shapes.TableSerializer,
        least=Role.VIEWER,
        about=require_version,
    )
    def get(self, request: Request, version: DatasetVersion) -> object:
        """Get the columns of a frozen version's tables, and the first rows of one."""
        return selectors.table_of_version(version=version)
