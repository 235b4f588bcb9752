"""A search for the best settings, whole: space, sampler, early stopping, and the trials so far."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field, model_validator

from engine.specs.spec import Spec
from engine.specs.tuning.screening import Screening
from engine.specs.tuning.search_space import SearchSpace, Value


class Sfde(Spec):
    """Stochastic flow differential equation search."""

    algorithm: ClassVar[str] = "sfde.Sfde"
    kind: Literal["sfde"] = "sfde"


class RandomSearch(Spec):
    """Every setting independent of all others."""

    algorithm: ClassVar[str] = "baselines.RandomSearch"
    kind: Literal["random"] = "random"


class Grid(Spec):
    """All combinations; continuous ranges are cut into ``num_cuts`` values."""

    algorithm: ClassVar[str] = "baselines.GridSearch"
    kind: Literal["grid"] = "grid"
    num_cuts: Annotated[int, Field(ge=2, le=100)] = 5


class Tpe(Spec):
    """Tree-structured Parzen estimators ("Bayesian")."""

    algorithm: ClassVar[str] = "optuna_search.tpe"
    kind: Literal["tpe"] = "tpe"
    num_startup_trials: Annotated[int, Field(ge=1, le=20)] = 5


class GaussianProcess(Spec):
    """Bayesian optimisation with a Gaussian process; slow beyond some hundred trials."""

    algorithm: ClassVar[str] = "optuna_search.gaussian_process"
    kind: Literal["gp"] = "gp"
    num_startup_trials: Annotated[int, Field(ge=1, le=20)] = 10


class CmaEs(Spec):
    """Covariance matrix adaptation, with categories and margins in mixed spaces."""

    algorithm: ClassVar[str] = "covariance_adaptation.CovarianceAdaptation"
    kind: Literal["cma_es"] = "cma_es"
    population: Annotated[int, Field(ge=4, le=1000)] | Literal["auto"] = "auto"
    initial_deviation: Annotated[float, Field(gt=0, le=1)] = 0.25


class ParticleSwarm(Spec):
    """Particles that remember their best, and are drawn to the best of all."""

    algorithm: ClassVar[str] = "particle_swarm.ParticleSwarmSearch"
    kind: Literal["pso"] = "pso"
    population: Annotated[int, Field(ge=2, le=1000)] = 8
    inertia: Annotated[float, Field(ge=0, le=1)] = 0.73
    cognitive_weight: Annotated[float, Field(ge=0, le=4)] = 1.5
    social_weight: Annotated[float, Field(ge=0, le=4)] = 1.5


class Pbt(Spec):
    """Population based training: who falls behind copies a leader and changes its settings.

    ``explore_probability`` is that of a parameter being drawn anew instead of being changed by a
    fifth. Jaderberg et al., Population based training of neural networks, 2017.
    """

    kind: Literal["pbt"] = "pbt"
    explore_probability: Annotated[float, Field(ge=0, le=1)] = 0.25


class Reinforce(Spec):
    """A controller that is taught by policy gradient what to choose."""

    algorithm: ClassVar[str] = "reinforce.Reinforce"
    kind: Literal["reinforce"] = "reinforce"
    learning_rate: Annotated[float, Field(gt=0, le=2)] = 0.2
    num_cuts: Annotated[int, Field(ge=2, le=100)] = 8


Sampler = Annotated[
    Sfde | Tpe | GaussianProcess | CmaEs | ParticleSwarm | Reinforce | RandomSearch | Grid | Pbt,
    Field(discriminator="kind"),
]
"""What suits most searches first. ``algorithm`` is what is asked for points: a callable of
``engine.tuning.algorithms`` that takes a space, a seed, and the fields of the sampler."""

SAMPLERS: tuple[type[Spec], ...] = get_args(get_args(Sampler)[0])

POPULATION_SAMPLERS = ("sfde", "pbt")
"""The kinds of samplers that can lead a population."""


class Population(Spec):
    """Trials go on from the weights of better ones, instead of each beginning anew.

    Attributes:
        size: how many trials learn side by side; trial ``n`` is one interval of member
            ``n % size``.
        interval: epochs of a trial.
        quantile: the share of members, ranked by their last trials, that copies from as large a
            share of the best.
    """

    size: Annotated[int, Field(ge=2, le=64)] = 8
    interval: Annotated[int, Field(ge=1, le=1000)] = 10
    quantile: Annotated[float, Field(gt=0, le=0.5)] = 0.25


class NoPruner(Spec):
    """Every trial runs to its end."""

    kind: Literal["none"] = "none"


class SuccessiveHalving(Spec):
    """A trial goes on past ``min_steps · reduction^k`` only among the best 1/``reduction`` there.

    Asynchronous successive halving: Li et al., MLSys 2020.
    """

    kind: Literal["successive_halving"] = "successive_halving"
    min_steps: Annotated[int, Field(ge=1)] = 3
    reduction: Annotated[int, Field(ge=2, le=10)] = 3


class Median(Spec):
    """A trial goes on only while its best is no worse than the median of others at its step."""

    kind: Literal["median"] = "median"
    num_startup_trials: Annotated[int, Field(ge=1)] = 5
    num_warmup_steps: Annotated[int, Field(ge=0)] = 0


Pruner = Annotated[NoPruner | SuccessiveHalving | Median, Field(discriminator="kind")]

Direction = Literal["maximize", "minimize"]


class Measurement(Spec):
    """A score on the way: ``step`` counts epochs, from 1."""

    step: Annotated[int, Field(ge=1)]
    score: float


class Trial(Spec):
    """What became of one try.

    Attributes:
        settings: of all parameters that take part.
        score: of a complete trial; of a pruned one, what it had when it was stopped.
        curve: scores on the way, by rising step.
        has_weights: whether another trial can go on from what it learnt.
        latency_ms: of one answer of what was trained, where it was measured.
    """

    number: Annotated[int, Field(ge=0)]
    settings: dict[str, Value]
    state: Literal["running", "complete", "pruned", "failed"]
    score: float | None = None
    curve: tuple[Measurement, ...] = ()
    has_weights: bool = False
    latency_ms: float | None = None


class StudySpec(Spec):
    """What is searched, and how.

    Attributes:
        first: settings that the first trials try, such as the defaults; parameters that they do
            not name are left to their defaults.
        population: absent when each trial learns from scratch.
        latency_limit_ms: that an answer may take; what takes longer is worse than whatever does
            not.
    """

    schema_version: Literal[1] = 1
    space: SearchSpace
    direction: Direction
    first: tuple[dict[str, Value], ...] = ()
    sampler: Sampler = Sfde()
    population: Population | None = None
    num_parallel: Annotated[int, Field(ge=1, le=1000)] = 1
    seed: Annotated[int, Field(ge=0)] = 0
    latency_limit_ms: Annotated[float, Field(gt=0)] | None = None

    @model_validator(mode="after")
    def _sampler_can_lead(self) -> StudySpec:
        leads = self.sampler.kind in POPULATION_SAMPLERS
        if self.population is not None and not leads:
            raise ValueError(f"the sampler {self.sampler.kind} cannot lead a population")
        if self.population is None and isinstance(self.sampler, Pbt):
            raise ValueError("the sampler pbt needs a population")
        return self


PROPOSAL_FILE = "proposal.json"
"""What ``python -m engine propose`` writes into its work folder."""


class ProposalSpec(Spec):
    """What ``python -m engine propose`` is given: a study, its trials, and who wants a point.

    Attributes:
        trials: finished ones in the order in which they finished, then those that run.
        numbers: of the trials that are to begin; none when only the importances are asked for.
        wants_importances: whether to say how much each parameter matters.
        screening: how candidates are looked at before one is trained, where their network has a
            shape to choose.
    """

    schema_version: Literal[1] = 1
    study: StudySpec
    trials: tuple[Trial, ...] = ()
    numbers: tuple[Annotated[int, Field(ge=0)], ...]
    wants_importances: bool = False
    screening: Screening | None = None


class Proposal(Spec):
    """What ``python -m engine propose`` answers: settings of each number asked for.

    Attributes:
        settings: fewer than numbers when a finite space is used up.
        parents: of a population, the number of the trial that each goes on from, ``None`` for one
            that learns from scratch; empty without a population.
        importances: the share of each parameter in what makes scores differ, largest first; empty
            when nobody asked or too few trials are complete.
    """

    schema_version: Literal[1] = 1
    settings: tuple[dict[str, Value], ...]
    parents: tuple[int | None, ...] = ()
    importances: dict[str, float] = {}
