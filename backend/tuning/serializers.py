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
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.api.specs import input_of, kinds_of
from backend.jobs.contracts.serializers import JobErrorSerializer
from backend.training.contracts.serializers import TARGET_KEYS, UsedDatasetVersionSerializer
from backend.tuning.contracts import (
    Ancestor,
    BestSoFar,
    Counts,
    SearchableSpace,
    StudyView,
    TrialSource,
    TrialView,
)
from backend.tuning.models import Study, Trial
from engine.specs.tuning.search_space import Range
from engine.specs.tuning.study import Population, Pruner, Sampler

RANGE_KINDS = kinds_of(Range)
SAMPLER_KINDS = kinds_of(Sampler)
PRUNER_KINDS = kinds_of(Pruner)
TRIAL_ORDERS = ("number", "-number", "score", "-score")
MAX_PARALLEL = 64


class LatencyLimitField(StrictFloatField):
    """Milliseconds that one answer may take; the best trial is the best of those that keep it."""

    def __init__(self) -> None:
        super().__init__(min_value=0.001, max_value=1e6, required=False, allow_null=True)


SearchRangeSerializer = input_of(
    Range,
    "SearchRange",
    "Values of a parameter: ``low`` to ``high`` of numbers, or ``values`` of choices.",
)


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


SamplerSerializer = input_of(
    Sampler,
    "Sampler",
    "How the next settings are chosen; numbers that are left out have their defaults.",
)


PopulationSerializer = input_of(
    Population,
    "Population",
    """Trials go on from the weights of better ones; numbers left out have their defaults.

    ``size`` members learn ``interval`` epochs a trial; the worst ``quantile`` of them copies from
    the best. Trial ``n`` is one interval of member ``n`` modulo ``size``.
    """,
)


PrunerSerializer = input_of(
    Pruner,
    "Pruner",
    "When hopeless trials are stopped; numbers that are left out have their defaults.",
)


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
    pretrained = StrictBooleanField(required=False, allow_null=True, default=None)
    options = serializers.DictField(child=serializers.JSONField(allow_null=True), default=dict)
    data_fraction = StrictFloatField(min_value=0.01, max_value=1, default=1.0)
    space = SearchSpaceSerializer()
    sampler = SamplerSerializer(required=False)
    pruner = PrunerSerializer(required=False)
    population = PopulationSerializer(required=False, allow_null=True)
    num_parallel = StrictIntegerField(min_value=1, max_value=MAX_PARALLEL, default=1)
    # The largest number that the column takes.
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


TrialSourceSerializer = serializer_of(TrialSource)


TrialSerializer = serializer_of(
    TrialView,
    without=("curve",),
    state=serializers.ChoiceField(choices=Trial.State.choices),
    error=JobErrorSerializer(allow_null=True),
)


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


TrialDetailSerializer = serializer_of(
    TrialView,
    "TrialDetail",
    extends=TrialSerializer,
    curve=serializers.ListField(child=serializers.ListField(child=serializers.FloatField())),
)


AncestorSerializer = serializer_of(Ancestor)


TrialWithLineSerializer = serializer_of(
    TrialView, "TrialWithLine", extends=TrialDetailSerializer, line=AncestorSerializer(many=True)
)


TrialCountsSerializer = serializer_of(Counts, "TrialCounts")


StudySerializer = serializer_of(
    StudyView,
    target=serializers.ChoiceField(choices=TARGET_KEYS),
    dataset_versions=UsedDatasetVersionSerializer(many=True),
    space=SearchSpaceSerializer(),
    sampler=SamplerSerializer(),
    pruner=PrunerSerializer(),
    population=PopulationSerializer(allow_null=True),
    direction=serializers.ChoiceField(choices=Study.Direction.choices),
    state=serializers.ChoiceField(choices=Study.State.choices),
    ending=serializers.ChoiceField(choices=Study.Ending.choices, allow_blank=True),
    error=JobErrorSerializer(allow_null=True),
    counts=TrialCountsSerializer(),
    best_trial=TrialSerializer(allow_null=True),
)


BestSoFarSerializer = serializer_of(BestSoFar)


StudyDetailSerializer = serializer_of(
    StudyView,
    "StudyDetail",
    extends=StudySerializer,
    best_so_far=BestSoFarSerializer(many=True),
    active_trials=TrialDetailSerializer(many=True),
)


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


SearchableSpaceSerializer = serializer_of(
    SearchableSpace,
    space=SearchSpaceSerializer(),
    direction=serializers.ChoiceField(choices=Study.Direction.choices),
)
