"""Datasets, their samples, labels, tags and views, imports, and frozen versions."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from backend.datasets.indexes import SEARCHED, TextIndex, WalkedIndex


class Dataset(models.Model):
    """A growing collection of samples for one task.

    The counters cover samples that are not in the trash (``num_trashed`` those that are); services
    keep them in the same transaction as the change, so that no list ever counts rows.

    ``forked_from`` is the version that a dataset began as, null for one of its own.

    ``num_negative`` counts those of the labelled samples that were said to show nothing.
    ``attributes`` define what regions without a label can have, as ``Label.attributes`` do.

    ``columns`` is what people said of the columns of its tables, by name: what one holds
    (``kind``), and what part it has in training (``role``).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    description = models.CharField(max_length=2000, blank=True)
    task = models.CharField(max_length=60)
    multi_label = models.BooleanField(default=False)
    num_samples = models.PositiveIntegerField(default=0)
    num_labelled = models.PositiveIntegerField(default=0)
    num_negative = models.PositiveIntegerField(default=0)
    num_bytes = models.BigIntegerField(default=0)
    num_trashed = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    trashed_at = models.DateTimeField(null=True)
    forked_from = models.ForeignKey(
        "datasets.DatasetVersion", models.SET_NULL, null=True, related_name="forks"
    )
    columns = models.JSONField(default=dict)
    attributes = models.JSONField(default=list)

    class Meta:
        indexes = (models.Index(fields=("project", "-created_at", "-id")),)


class Label(models.Model):
    """A name that samples, regions in them and relations between regions can be given.

    The kept counters cover samples outside the trash: ``num_samples`` those that show the label
    in any of these ways, ``num_regions`` and ``num_relations`` how often they do.

    ``attributes`` define what its regions can have
    (``backend.annotation.contracts.attributes.Definition``).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="labels")
    name = models.CharField(max_length=120)
    color = models.CharField(max_length=7)
    description = models.CharField(max_length=500, blank=True)
    position = models.PositiveIntegerField()
    num_samples = models.PositiveIntegerField(default=0)
    num_regions = models.PositiveIntegerField(default=0)
    num_relations = models.PositiveIntegerField(default=0)
    attributes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("dataset", "name"), name="one_label_per_name"),
        )


class Sample(models.Model):
    """One file of a dataset: an image, text, recording, video or table.

    What is known of the file depends on its medium: ``width`` and ``height`` are those of the
    upright image or video, ``num_characters`` counts Unicode code points, and ``excerpt`` is the
    beginning of a text or the column names of a table, so that lists need not open files.

    An index by ``labelled_at`` is made by a migration, since databases sort nulls differently.

    ``named_split`` is the split that the data it came with names for it, empty where it names none.

    ``labelled_at`` is null while nobody has annotated it (a multi-label sample can be labelled as
    showing none of the labels, an image as holding nothing: then it ``is_negative``). ``revision``
    counts changes of its annotations and guards against lost updates. ``import_id`` is the import
    that annotated it last, null once somebody else did. ``priority`` in 0..1 is how useful
    labelling it would be when it was last asked, null while nobody asked.

    Of a table that was written anew on its way in, ``original`` is the file as it came; ``reading``
    is how a table was read (``engine.specs.samples.table_reading.TableReading``), empty for other
    media.
    ``uneven`` describes by its content each state of a table in which rows had another number of
    cells than columns (``engine.formats.tables.uneven.UnevenRows``): versions keep earlier states.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="samples")
    blob = models.ForeignKey("files.Blob", models.PROTECT, related_name="+")
    name = models.CharField(max_length=500)
    width = models.PositiveIntegerField(null=True)
    height = models.PositiveIntegerField(null=True)
    duration_ms = models.PositiveBigIntegerField(null=True)
    num_frames = models.PositiveIntegerField(null=True)
    num_characters = models.PositiveIntegerField(null=True)
    num_rows = models.PositiveBigIntegerField(null=True)
    excerpt = models.CharField(max_length=200, blank=True)
    bytes = models.BigIntegerField()
    named_split = models.CharField(max_length=10, blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    labelled_at = models.DateTimeField(null=True)
    is_negative = models.BooleanField(default=False)
    import_id = models.UUIDField(null=True)
    priority = models.FloatField(null=True)
    original = models.ForeignKey("files.Blob", models.PROTECT, null=True, related_name="+")
    reading = models.JSONField(default=dict)
    uneven = models.JSONField(default=dict)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()
    trashed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("dataset", "blob"), name="one_sample_per_content"),
        )
        indexes = (
            # Under a condition, since PostgreSQL sorts anew when an earlier column is only "null".
            # SQLite looks at the columns of the condition again, so they come last.
            WalkedIndex(
                fields=("dataset", "created_at", "id", "trashed_at"),
                condition=models.Q(trashed_at=None),
                name="samples_by_time",
            ),
            TextIndex(fields=SEARCHED, name="samples_by_text"),
            models.Index(
                fields=("dataset", "name", "id", "trashed_at"),
                condition=models.Q(trashed_at=None),
                name="samples_by_name",
            ),
            models.Index(
                fields=("dataset", "bytes", "id", "trashed_at"),
                condition=models.Q(trashed_at=None),
                name="samples_by_bytes",
            ),
            models.Index(
                fields=("dataset", "width", "height", "trashed_at"),
                condition=models.Q(trashed_at=None),
                name="samples_by_size",
            ),
            models.Index(
                fields=("dataset", "created_at", "id", "trashed_at", "labelled_at"),
                condition=models.Q(trashed_at=None, labelled_at=None),
                name="samples_to_label",
            ),
            models.Index(
                fields=("dataset", "-priority", "-id", "trashed_at", "labelled_at"),
                condition=models.Q(trashed_at=None, labelled_at=None),
                name="samples_by_priority",
            ),
            models.Index(
                fields=("dataset", "created_at", "id", "trashed_at", "is_negative"),
                condition=models.Q(trashed_at=None, is_negative=True),
                name="samples_negative",
            ),
            models.Index(
                fields=("dataset", "trashed_at"),
                condition=models.Q(trashed_at__isnull=False),
                name="samples_in_trash",
            ),
        )


class Tag(models.Model):
    """A word that people sort samples by; it says nothing of what a sample shows.

    ``num_samples`` counts those outside the trash.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="tags")
    name = models.CharField(max_length=60)
    num_samples = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("dataset", "name"), name="one_tag_per_name"),
        )


class SampleTag(models.Model):
    """A sample has a tag."""

    id = models.BigAutoField(primary_key=True)
    tag = models.ForeignKey(Tag, models.CASCADE, related_name="+")
    sample = models.ForeignKey(Sample, models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tag", "sample"), name="one_tag_once"),)


class SavedView(models.Model):
    """A filter and an order under a name; ``query`` is a ``SampleFilter`` as a document."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="saved_views")
    name = models.CharField(max_length=120)
    query = models.JSONField(default=dict)
    ordering = models.CharField(max_length=20)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("dataset", "name"), name="one_view_per_name"),
        )


class SelectionChange(models.Model):
    """One change of many samples, done by a worker bit by bit.

    ``action`` is what is done to each; ``query`` the filter that chose them. The samples are chosen
    once, when the work begins, so that those which leave the filter on the way are changed all the
    same, and those that enter it are not.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="+")
    action = models.JSONField()
    query = models.JSONField()
    num_samples = models.PositiveIntegerField(null=True)
    num_changed = models.PositiveIntegerField(default=0)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)


class ChosenSample(models.Model):
    """A sample that a change has still to reach; the row goes when it is done."""

    id = models.BigAutoField(primary_key=True)
    change = models.ForeignKey(SelectionChange, models.CASCADE, related_name="chosen")
    sample_id = models.UUIDField()


class Import(models.Model):
    """One upload session: files or archives brought into a dataset, with the outcome counted.

    ``datumaro_format`` names the format of datumaro's that is converted to ``format`` first.

    ``existing`` says what becomes of statements about samples that were annotated before.
    ``counts`` says what became of the annotations (``services.statements.Tally``).
    ``reading`` is how its tables are read, ``mapping`` which of their columns is what
    (``engine.specs.samples.column_mapping.ColumnMapping``), as far as somebody said.
    """

    class State(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    class Existing(models.TextChoices):
        KEEP = "keep"
        MERGE = "merge"
        REPLACE = "replace"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="imports")
    format = models.CharField(max_length=20)
    datumaro_format = models.CharField(max_length=60, blank=True, default="")
    reading = models.JSONField(default=dict)
    mapping = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    num_added = models.PositiveIntegerField(default=0)
    num_duplicate = models.PositiveIntegerField(default=0)
    num_rejected = models.PositiveIntegerField(default=0)
    num_labelled = models.PositiveIntegerField(default=0)
    existing = models.CharField(max_length=10, choices=Existing.choices, default=Existing.KEEP)
    counts = models.JSONField(default=dict)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)


class DatumaroExport(models.Model):
    """A version written in a format of datumaro's; the newest zip of a version is kept.

    ``losses`` are what the conversion counted as lost: code, message, num and places.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey("DatasetVersion", models.CASCADE, related_name="datumaro_exports")
    format = models.CharField(max_length=60)
    num_samples = models.PositiveIntegerField(null=True)
    num_annotations = models.PositiveIntegerField(null=True)
    losses = models.JSONField(default=list)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)


class ImportProblem(models.Model):
    """A file or row of an import that was rejected or changed, and why."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    import_session = models.ForeignKey(Import, models.CASCADE, related_name="problems")
    name = models.CharField(max_length=500)
    code = models.CharField(max_length=60)
    params = models.JSONField(default=dict)
    message = models.CharField(max_length=1000)
    created_at = models.DateTimeField(auto_now_add=True)


class Archive(models.Model):
    """A zip or data file being uploaded in chunks; ``num_received`` is where the next one goes.

    ``num_entries_done`` counts the items and problems that were read from it. Reading goes on
    there after a break: it is written in the transaction that takes them in.

    ``source`` is the address of a folder or bucket whose files stay where they are, ``web`` for a
    list of web addresses; empty for what is sent.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    import_session = models.ForeignKey(Import, models.CASCADE, related_name="archives")
    name = models.CharField(max_length=500)
    num_bytes = models.BigIntegerField()
    num_received = models.BigIntegerField(default=0)
    num_entries_done = models.PositiveIntegerField(default=0)
    source = models.CharField(max_length=2000, blank=True, default="")
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)


class DatasetVersion(models.Model):
    """A frozen selection of samples with their labels and splits; never changes once ready.

    ``index_blob`` is the ``samples.jsonl`` (``engine.specs.data.SampleRecord`` lines) that training
    reads; its SHA-256 is the identity of the version. ``query`` is the filter that chose the
    samples, as a document; empty for the whole dataset. ``cleaning`` names the cleaning runs that
    they went through, oldest first. ``labels`` hold their attributes, ``attributes`` those of
    regions without a label. The note alone may change.
    """

    class State(models.TextChoices):
        BUILDING = "building"
        READY = "ready"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    note = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.BUILDING)
    multi_label = models.BooleanField()
    split_recipe = models.JSONField()
    include_unlabelled = models.BooleanField(default=False)
    query = models.JSONField(default=dict)
    cleaning = models.JSONField(default=list)
    labels = models.JSONField(default=list)
    attributes = models.JSONField(default=list)
    counts = models.JSONField(default=dict)
    num_samples = models.PositiveIntegerField(default=0)
    index_blob = models.ForeignKey("files.Blob", models.PROTECT, null=True, related_name="+")
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("dataset", "number"), name="versions_are_numbered"),
        )
        indexes = (models.Index(fields=("dataset", "-created_at", "-id")),)


class VersionSample(models.Model):
    """Which blob stands in which split of a version; keeps the blob from being purged.

    ``annotation_digest`` is of its annotation there, so that versions compare without reading
    their indexes; ``position`` is where its line begins in the index, in bytes.
    """

    id = models.BigAutoField(primary_key=True)
    version = models.ForeignKey(DatasetVersion, models.CASCADE, related_name="version_samples")
    # No foreign key: a frozen version stays whole when the sample is deleted for good.
    sample_id = models.UUIDField()
    blob = models.ForeignKey("files.Blob", models.PROTECT, related_name="+")
    split = models.CharField(max_length=10)
    annotation_digest = models.CharField(max_length=32)
    position = models.PositiveBigIntegerField()

    class Meta:
        indexes = (
            models.Index(fields=("version", "split", "sample_id")),
            models.Index(fields=("sample_id",)),
            # Comparing two versions reads this alone.
            models.Index(
                fields=("version", "blob", "annotation_digest", "split"), name="version_contents"
            ),
        )


class VersionMerge(models.Model):
    """Samples of a version brought into a dataset: into another, or into a new one as a fork.

    The version's number and the name of its dataset stay when it is deleted for good.
    ``labels`` gives each label's name in the dataset, null for those left behind. ``counts`` says
    what became of the samples; ``num_done`` is where the work goes on after a break.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(DatasetVersion, models.SET_NULL, null=True, related_name="merges")
    version_number = models.PositiveIntegerField()
    version_dataset_name = models.CharField(max_length=120)
    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="merges")
    labels = models.JSONField()
    replace = models.BooleanField(default=False)
    counts = models.JSONField(default=dict)
    num_done = models.PositiveIntegerField(default=0)
    is_fork = models.BooleanField(default=False)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
