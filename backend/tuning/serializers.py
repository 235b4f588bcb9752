"""What the API shows and takes about studies.

Spaces, samplers and pruners are checked whole by ``engine.specs``; the fields here say what they
may hold.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    PersonSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.jobs.contracts.serializers import JobErrorSerializer
from backend.training.contracts.serializers import TARGET_KEYS, UsedDatasetVersionSerializer
from backend.tuning.models import Study, Trial

RANGE_KINDS = ("float", "int", "choices")
SAMPLER_KINDS = ("sfde", "random", "grid", "tpe", "gp", "cma_es", "pso", "reinforce", "pbt")
PRUNER_KINDS = ("none", "successive_halving", "median")
TRIAL_ORDERS = ("number", "-number", "score", "-score")
MAX_PARALLEL = 64


class LatencyLimitField(StrictFloatField):
    """Milliseconds that one answer may take; the best trial is the best of those that keep it."""

    def __init__(self) -> None:
        super().__init__(min_value=0.001, max_value=1e6, required=False, allow_null=True)


class SearchRangeSerializer(InputSerializer):
    """Values of a parameter: ``low`` to ``high`` of numbers, or ``values`` of choices."""

    kind = serializers.ChoiceField(choices=RANGE_KINDS)
    low = StrictFloatField(required=False)
    high = StrictFloatField(required=False)
    log = StrictBooleanField(required=False)
    step = StrictFloatField(required=False, allow_null=True)
    values = serializers.ListField(child=serializers.JSONField(), required=False)


class SearchConditionSerializer(InputSerializer):
    """The parameter takes part only while another has one of these values."""

    parameter = StrictCharField(max_length=200)
    values = serializers.ListField(child=serializers.JSONField(), min_length=1)


class SearchParameterSerializer(InputSerializer):
    """One thing to vary: ``backbone``, or an option by its path, such as ``augmentation.scale``."""

    name = StrictCharField(max_length=200)
    range = SearchRangeSerializer()
    when = SearchConditionSerializer(required=False, allow_null=True)


class SearchSpaceSerializer(InputSerializer):
    """All parameters that a study varies."""

    parameters = SearchParameterSerializer(many=True)


class SamplerSerializer(InputSerializer):
    """How the next settings are chosen; numbers that are left out have their defaults."""

    kind = serializers.ChoiceField(choices=SAMPLER_KINDS)
    num_cuts = StrictIntegerField(required=False)
    num_startup_trials = StrictIntegerField(required=False)
    population = StrictIntegerField(required=False)
    initial_deviation = StrictFloatField(required=False)
    inertia = StrictFloatField(required=False)
    cognitive_weight = StrictFloatField(required=False)
    social_weight = StrictFloatField(required=False)
    learning_rate = StrictFloatField(required=False)
    explore_probability = StrictFloatField(required=False)


class PopulationSerializer(InputSerializer):
    """Trials go on from the weights of better ones; numbers left out have their defaults.

    ``size`` members learn ``interval`` epochs a trial; the worst ``quantile`` of them copies from
    the best. Trial ``n`` is one interval of member ``n`` modulo ``size``.
    """

    size = StrictIntegerField(required=False)
    interval = StrictIntegerField(required=False)
    quantile = StrictFloatField(required=False)


class PrunerSerializer(InputSerializer):
    """When hopeless trials are stopped; numbers that are left out have their defaults."""

    kind = serializers.ChoiceField(choices=PRUNER_KINDS)
    min_steps = StrictIntegerField(required=False)
    reduction = StrictIntegerField(required=False)
    num_startup_trials = StrictIntegerField(required=False)
    num_warmup_steps = StrictIntegerField(required=False)


class StudyBudgetSerializer(InputSerializer):
    """When a study ends: at the first limit that is reached."""

    max_trials = StrictIntegerField(
        min_value=1, max_value=10_000, required=False, allow_null=True, default=None
    )
    max_minutes = StrictIntegerField(
        min_value=1, max_value=100_000, required=False, allow_null=True, default=None
    )
    target_score = StrictFloatField(required=False, allow_null=True, default=None)


class StudyCreateSerializer(StudyBudgetSerializer):
    """A study to start; its first trial has ``backbone`` and ``options`` as they are."""

    project_id = StrictUUIDField()
    name = NameField(max_length=120, required=False)
    dataset_version_ids = serializers.ListField(
        child=StrictUUIDField(), min_length=1, max_length=20
    )
    target = serializers.ChoiceField(choices=TARGET_KEYS)
    backbone = StrictCharField(max_length=60)
    pretrained = StrictBooleanField(default=False)
    options = serializers.DictField(child=serializers.JSONField(allow_null=True), default=dict)
    data_fraction = StrictFloatField(min_value=0.01, max_value=1, default=1.0)
    space = SearchSpaceSerializer()
    sampler = SamplerSerializer(required=False)
    pruner = PrunerSerializer(required=False)
    population = PopulationSerializer(required=False, allow_null=True)
    num_parallel = StrictIntegerField(min_value=1, max_value=MAX_PARALLEL, default=1)
    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, default=0)
    latency_limit_ms = LatencyLimitField()


class ScriptedStudyCreateSerializer(StudyBudgetSerializer):
    """A study whose trials are run by scripts; ``first`` are the settings of its first trial."""

    project_id = StrictUUIDField()
    name = NameField(max_length=120)
    metric = StrictCharField(max_length=40)
    direction = serializers.ChoiceField(choices=Study.Direction.choices)
    space = SearchSpaceSerializer()
    first = serializers.DictField(child=serializers.JSONField(), default=dict)
    sampler = SamplerSerializer(required=False)
    pruner = PrunerSerializer(required=False)
    num_parallel = StrictIntegerField(min_value=1, max_value=MAX_PARALLEL, default=1)
    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, default=0)


class TrialReportSerializer(InputSerializer):
    """A sign of life of the script that runs a trial, with a score where it has one."""

    lease = StrictUUIDField()
    step = StrictIntegerField(min_value=1, max_value=2**31 - 1, required=False)
    score = StrictFloatField(required=False)


class TrialFinishSerializer(InputSerializer):
    """The end of a trial: a score, the best one reported if left out, or why it failed."""

    lease = StrictUUIDField()
    score = StrictFloatField(required=False)
    error = StrictCharField(max_length=2000, required=False)


class StudyUpdateSerializer(InputSerializer):
    """What may change of a study at any time."""

    name = NameField(max_length=120)


class StudyExtendSerializer(InputSerializer):
    """New limits; a limit that is left out stays, ``null`` takes it away.

    ``space`` is refused when it differs: a study with another space is a fork.
    """

    max_trials = StrictIntegerField(min_value=1, max_value=10_000, required=False, allow_null=True)
    max_minutes = StrictIntegerField(
        min_value=1, max_value=100_000, required=False, allow_null=True
    )
    target_score = StrictFloatField(required=False, allow_null=True)
    num_parallel = StrictIntegerField(min_value=1, max_value=MAX_PARALLEL, required=False)
    space = SearchSpaceSerializer(required=False)


class StudyForkSerializer(StudyBudgetSerializer):
    """A new study that begins with the trials of another; what is left out is as it was there.

    At least one limit has to be given; ``max_trials`` counts new trials alone.
    """

    name = NameField(max_length=120, required=False)
    space = SearchSpaceSerializer(required=False)
    sampler = SamplerSerializer(required=False)
    pruner = PrunerSerializer(required=False)
    num_parallel = StrictIntegerField(min_value=1, max_value=MAX_PARALLEL, required=False)
    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)
    latency_limit_ms = LatencyLimitField()


class TrialSourceSerializer(OutputSerializer):
    """The trial of an earlier study whose result this one is."""

    study_id = serializers.UUIDField()
    number = serializers.IntegerField()


class TrialSerializer(OutputSerializer):
    """A trial; the settings are those that differ from the study's own.

    ``parent_number`` is that of the trial whose weights it began with. ``latency_ms`` is how
    long one answer of the exported model takes, once that was measured.
    """

    number = serializers.IntegerField()
    settings = serializers.DictField(child=serializers.JSONField())
    state = serializers.ChoiceField(choices=Trial.State.choices)
    score = serializers.FloatField(allow_null=True)
    latency_ms = serializers.FloatField(allow_null=True)
    num_steps = serializers.IntegerField()
    attempts = serializers.IntegerField()
    training_run_id = serializers.UUIDField(allow_null=True)
    job_id = serializers.UUIDField(allow_null=True)
    copied_from = TrialSourceSerializer(allow_null=True)
    parent_number = serializers.IntegerField(allow_null=True)
    has_package = serializers.BooleanField()
    model_version_id = serializers.UUIDField(allow_null=True)
    is_best = serializers.BooleanField()
    error = JobErrorSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    seconds = serializers.FloatField(allow_null=True)
    revision = serializers.IntegerField()


class AskedTrialSerializer(OutputSerializer):
    """A trial to run, ``null`` while none waits; ``is_over`` when none will come.

    ``lease`` goes with each report, which has to come within ``lease_seconds``.
    """

    trial = TrialSerializer(allow_null=True)
    lease = serializers.UUIDField(allow_null=True)
    lease_seconds = serializers.FloatField()
    is_over = serializers.BooleanField()


class TrialReportedSerializer(OutputSerializer):
    """Whether the script should stop the trial now."""

    should_stop = serializers.BooleanField()


class TrialDetailSerializer(TrialSerializer):
    """A trial with its curve: ``[step, score]`` by rising step, where steps count epochs."""

    curve = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))


class AncestorSerializer(OutputSerializer):
    """A trial that another goes on from, directly or through others."""

    number = serializers.IntegerField()
    settings = serializers.DictField(child=serializers.JSONField())
    score = serializers.FloatField(allow_null=True)


class TrialWithLineSerializer(TrialDetailSerializer):
    """A trial with the trials it goes on from, the first of all first, and itself last."""

    line = AncestorSerializer(many=True)


class TrialCountsSerializer(OutputSerializer):
    """How many trials are in each state; ``copied`` are those taken over from an earlier study."""

    queued = serializers.IntegerField()
    running = serializers.IntegerField()
    complete = serializers.IntegerField()
    pruned = serializers.IntegerField()
    failed = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    copied = serializers.IntegerField()


class StudySerializer(OutputSerializer):
    """A study; ``ending`` is empty while it runs, ``error`` says why it failed.

    The trials of one that ``is_scripted`` are run by scripts of people; it has no backbone.
    """

    id = serializers.UUIDField()
    project_id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    is_scripted = serializers.BooleanField()
    task = serializers.CharField()
    target = serializers.ChoiceField(choices=TARGET_KEYS)
    backbone = serializers.CharField()
    pretrained = serializers.BooleanField()
    options = serializers.DictField(child=serializers.JSONField(allow_null=True))
    dataset_versions = UsedDatasetVersionSerializer(many=True)
    data_fraction = serializers.FloatField()
    space = SearchSpaceSerializer()
    sampler = SamplerSerializer()
    pruner = PrunerSerializer()
    population = PopulationSerializer(allow_null=True)
    primary_metric = serializers.CharField()
    direction = serializers.ChoiceField(choices=Study.Direction.choices)
    latency_limit_ms = serializers.FloatField(allow_null=True)
    seed = serializers.IntegerField()
    num_parallel = serializers.IntegerField()
    max_trials = serializers.IntegerField(allow_null=True)
    max_minutes = serializers.IntegerField(allow_null=True)
    target_score = serializers.FloatField(allow_null=True)
    state = serializers.ChoiceField(choices=Study.State.choices)
    ending = serializers.ChoiceField(choices=Study.Ending.choices, allow_blank=True)
    error = JobErrorSerializer(allow_null=True)
    counts = TrialCountsSerializer()
    best_trial = TrialSerializer(allow_null=True)
    importances = serializers.DictField(child=serializers.FloatField())
    seconds_used = serializers.FloatField()
    eta_seconds = serializers.FloatField(allow_null=True)
    fork_of = serializers.UUIDField(allow_null=True)
    revision = serializers.IntegerField()
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class BestSoFarSerializer(OutputSerializer):
    """A trial that was better than all that ended before it."""

    number = serializers.IntegerField()
    score = serializers.FloatField()
    finished_at = serializers.DateTimeField()


class StudyDetailSerializer(StudySerializer):
    """A study with its active trials and its progress, by the time at which trials ended."""

    best_so_far = BestSoFarSerializer(many=True)
    active_trials = TrialDetailSerializer(many=True)


class StudyQuery(serializers.Serializer[Any]):
    """Which studies to list."""

    project = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Study.State.choices, required=False)


class TrialQuery(serializers.Serializer[Any]):
    """Which trials to list, and in which order; trials without a score count as the lowest."""

    order = serializers.ChoiceField(choices=TRIAL_ORDERS, default="-number")
    state = serializers.ChoiceField(choices=Trial.State.choices, required=False)


class TrialTrainSerializer(InputSerializer):
    """How the training on all data is called."""

    name = NameField(max_length=120, required=False)


class StudyModelVersionSerializer(OutputSerializer):
    """The model version that was made of a trial."""

    model_version_id = serializers.UUIDField()


class SearchableSpaceQuery(serializers.Serializer[Any]):
    """Of which project, and which networks to choose between; all of the task if left out."""

    project = serializers.UUIDField()
    backbone = serializers.ListField(child=serializers.CharField(max_length=60), required=False)


class SearchableSpaceSerializer(OutputSerializer):
    """What of a task can be searched, with default ranges.

    ``suggested`` names the parameters that most searches vary; ``defaults`` is what each is without
    a search, ``null`` where the task decides. Where trials can go on from each other's weights
    (``supports_population``), ``fixed_in_population`` names what may not change between them.
    """

    task = serializers.CharField()
    space = SearchSpaceSerializer()
    suggested = serializers.ListField(child=serializers.CharField())
    defaults = serializers.DictField(child=serializers.JSONField(allow_null=True))
    primary_metric = serializers.CharField()
    direction = serializers.ChoiceField(choices=Study.Direction.choices)
    supports_data_fraction = serializers.BooleanField()
    supports_population = serializers.BooleanField()
    fixed_in_population = serializers.ListField(child=serializers.CharField())
