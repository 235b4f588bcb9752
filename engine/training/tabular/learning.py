"""Learn a table: try candidates fold by fold, blend the best, and fit the blend on all rows.

Everything that is finished is kept in the work folder: scores of each fold of each candidate, then
the fitted members. A run that was stopped goes on with what is missing.
"""

# R rows, S scores, V rows predicted out of fold

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from engine.data.tabular.encoded_table import PRIMARY_METRICS, Encoded, Floats, Question
from engine.disk import write_atomically
from engine.interfaces.run import RunContext
from engine.models.tabular.boosting import TreeSettings
from engine.specs.package.report import Estimate
from engine.specs.spec import Spec
from engine.training.arrays import read_arrays, write_arrays
from engine.training.budget import Budget, OutOfTime
from engine.training.checkpoint import not_trained
from engine.training.tabular.candidates import Candidate, TableModel, TreeCandidate
from engine.training.tabular.cross_validation import (
    HOPELESS,
    HOPELESS_OF_ITS_KIND,
    OutOfFold,
    out_of_fold,
)
from engine.training.tabular.ensemble import (
    Calibration,
    Ensemble,
    blend,
    calibrate,
    weigh,
)
from engine.training.tabular.fallback import better_plain_model
from engine.training.tabular.folds import Fold
from engine.training.tabular.portfolio import Setting, fixed_candidates, in_order, tree_candidate

BASELINE, BLEND = "linear", "blend"
FIRST_BOOSTER = "lightgbm-0"
"""With the settings that suit most tables."""
LEARNT = "learnt.json"


class Tried(Spec):
    """One candidate and what it reached out of fold, and the seconds that all folds took.

    ``predict_ms`` are the milliseconds for a thousand rows. ``standing`` is the number that the
    problem is evaluated by; ``None`` of runs that began before it was kept.
    """

    name: str
    rounds: int
    loss: float
    standing: Estimate | None = None
    fold_losses: tuple[float, ...]
    weight: float
    seconds: float
    predict_ms: float


class Learnt(Spec):
    """What a finished run knows, beside the arrays of its members.

    ``loss`` and ``standing`` are those of the blend on rows predicted out of fold, ``fold_losses``
    of each fold. ``settings`` are those of the boosters. ``num_left_out`` candidates were not
    tried, or not to their end, because the time was over.
    """

    tried: tuple[Tried, ...]
    scale: float
    shift: float
    loss: float
    standing: Estimate | None = None
    fold_losses: tuple[float, ...]
    seconds: float
    settings: dict[str, dict[str, str | float | int | bool]]
    num_left_out: int

    def one(self, name: str) -> Tried:
        """Return a candidate by name."""
        return next(tried for tried in self.tried if tried.name == name)


@dataclass(frozen=True)
class TableLearner:
    """One run: its rows, folds and place.

    Attributes:
        rows: training rows.
        targets: (R,) class indices or scaled values.
        validation: rows, and their targets, that a plain model may beat the blend on.
        folds: of the rows.
        given: what candidates are made from.
        deviation: of values in their own unit, 1 for classes.
        folder: where finished parts are kept.
        context: of the run.
        budget: of all that is tried; the blend's members are fitted at its end.
    """

    rows: Encoded
    targets: Floats
    validation: tuple[Encoded, Floats]
    folds: Sequence[Fold]
    given: Setting
    deviation: float
    folder: Path
    context: RunContext
    budget: Budget

    @property
    def question(self) -> Question:
        """Return what is asked."""
        return self.given.question

    def learn(self) -> tuple[Ensemble, TableModel, Learnt]:
        """Return the blend, the linear baseline on all rows, and what was tried.

        Raises:
            Cancelled: when asked to stop; finished folds are kept.
        """
        from threadpoolctl import threadpool_limits

        # Matrices of tables are small: threads of NumPy would mostly wait for each other.
        with threadpool_limits(1, user_api="blas"):
            return self._learn()

    def _learn(self) -> tuple[Ensemble, TableModel, Learnt]:
        began = time.monotonic()
        candidates, found, num_left_out = self._explore()
        # What was chosen is fitted whatever it takes: a budget ends with a model, not without.
        self.budget.close()
        weights = self._choose(found)
        members = self._fit_members(candidates, found, weights)
        calibration = self._calibration(found, weights)
        plain = self._better_plain(members, weights, calibration)
        if plain is not None:
            weights = {plain: 1.0}
            calibration = self._calibration(found, weights)
        order = np.concatenate([valid for _, valid in self.folds])
        truth = self.targets[order]
        blended = calibration(blend(found, weights))
        loss, standing = self.question.loss(blended, truth), self._standing(blended)
        for name, one in found.items():
            self._tell(
                name, self._standing(one.scores), one.loss, one.seconds, weights.get(name, 0)
            )
        if len(weights) > 1:
            # What the blend takes is what its members take together.
            seconds = sum(found[name].seconds for name in weights)
            self._tell(BLEND, standing, loss, seconds)
        learnt = Learnt(
            tried=tuple(
                Tried(
                    name=name,
                    rounds=one.rounds,
                    loss=one.loss,
                    standing=self._standing(one.scores),
                    fold_losses=one.fold_losses,
                    weight=weights.get(name, 0.0),
                    seconds=one.seconds,
                    predict_ms=one.predict_ms,
                )
                for name, one in found.items()
            ),
            scale=calibration.scale,
            shift=calibration.shift,
            loss=loss,
            standing=standing,
            fold_losses=self._fold_losses(blended),
            seconds=time.monotonic() - began,
            settings={
                name: dict(asdict(one.settings))
                for name, one in candidates.items()
                if isinstance(one, TreeCandidate)
            },
            num_left_out=num_left_out,
        )
        write_atomically(self.folder / LEARNT, learnt.model_dump_json(indent=1).encode())
        return _assembled(learnt, members), members[BASELINE], learnt

    def restore(self) -> tuple[Ensemble, TableModel, Learnt]:
        """Return what ``learn`` returned, from the work folder alone.

        Raises:
            SpecError: ``not_trained``.
        """
        path = self.folder / LEARNT
        if not path.exists():
            raise not_trained(self.context.work)
        learnt = Learnt.model_validate_json(path.read_bytes())
        known: dict[str, Candidate] = {one.name: one for one in fixed_candidates(self.given)}
        # A booster's settings followed from those before it, so they are read, not derived again.
        for number, (name, settings) in enumerate(learnt.settings.items()):
            known[name] = replace(
                tree_candidate(self.given, number, []),
                settings=TreeSettings.from_stored(settings),
            )
        members = {
            tried.name: known[tried.name].load(read_arrays(self._member(tried.name)))
            for tried in learnt.tried
            if tried.weight > 0 or tried.name == BASELINE
        }
        return _assembled(learnt, members), members[BASELINE], learnt

    def _explore(self) -> tuple[dict[str, Candidate], dict[str, OutOfFold], int]:
        """Try candidates while there is time; return them, what they reached, and how many more."""
        plan = in_order(self.given)
        candidates: dict[str, Candidate] = {}
        found: dict[str, OutOfFold] = {}
        ranked: list[tuple[float, TreeSettings]] = []
        num_left_out = 0
        for place, planned in enumerate(plan):
            candidate = (
                tree_candidate(self.given, planned, [best for _, best in ranked])
                if isinstance(planned, int)
                else planned
            )
            try:
                self._require_time(candidate, found)
                result = self._attempt(candidate, found, place * len(self.folds), len(plan))
            except OutOfTime:
                num_left_out += 1
                self.context.emit.log(
                    "candidate_left_out",
                    f"{candidate.name}: left out, the time is over.",
                    name=candidate.name,
                )
                continue
            if result is None:
                continue
            candidates[candidate.name], found[candidate.name] = candidate, result
            if isinstance(candidate, TreeCandidate):
                ranked.append((result.loss, candidate.settings))
                ranked.sort(key=lambda one: one[0])
            best = min(one.loss for one in found.values())
            values = {"loss": result.loss, "best_loss": best}
            self.context.emit.metric(len(found), float(len(found)), "validation", values)
            self._tell(candidate.name, self._standing(result.scores), result.loss, result.seconds)
        return candidates, found, num_left_out

    def _standing(self, scores: Floats) -> Estimate:
        """Return how good scores (V, S) of the rows predicted out of fold are."""
        order = np.concatenate([valid for _, valid in self.folds])
        return self.question.standing(scores, self.targets[order], self.deviation)

    def _tell(
        self,
        name: str,
        standing: Estimate,
        loss: float,
        seconds: float,
        weight: float | None = None,
    ) -> None:
        metric = PRIMARY_METRICS[self.question.problem]
        self.context.emit.candidate(
            name, metric, standing, loss=loss, seconds=seconds, weight=weight
        )

    def _require_time(self, candidate: Candidate, found: dict[str, OutOfFold]) -> None:
        """Refuse a candidate that will not end in time, as far as alike ones tell.

        Raises:
            OutOfTime: then.
        """
        # The report measures every model against it.
        if candidate.name == BASELINE:
            return
        kind = _kind(candidate.name)
        alike = [one.seconds for name, one in found.items() if _kind(name) == kind]
        self.budget.check()
        if alike and not self.budget.fits(float(np.mean(alike))):
            raise OutOfTime

    def _attempt(
        self, candidate: Candidate, before: dict[str, OutOfFold], done: int, num_planned: int
    ) -> OutOfFold | None:
        """Try one candidate; ``done`` folds of other candidates came before."""
        total = len(self.folds) * num_planned + 1
        place = str(self.folder.relative_to(self.context.work))

        def on_fold() -> None:
            nonlocal done
            done += 1
            # Where time is short the bar follows the clock: not all folds will be reached.
            shown = max(done, int(self.budget.share * total))
            rest = self.budget.spent / done * (total - done)
            self.context.emit.progress("train", shown, total, min(rest, max(0, self.budget.left)))
            self.context.emit.checkpoint(place, done, done / len(self.folds), best=False)
            self.context.interrupt.check()

        found = out_of_fold(
            candidate,
            self.rows,
            self.targets,
            self.question,
            self.folds,
            folder=self.folder / "folds",
            budget=self.budget,
            on_fold=on_fold,
            give_up_above=_give_up_above(candidate.name, before),
            may_be_late=candidate.name == BASELINE,
        )
        if found is None:
            self.context.emit.log(
                "candidate_given_up",
                f"{candidate.name}: given up after the first fold.",
                name=candidate.name,
            )
        else:
            self.context.emit.log(
                "candidate_tried",
                f"{candidate.name}: loss {found.loss:.5f} out of fold, {found.rounds} rounds.",
                name=candidate.name,
                loss=float(found.loss),
                rounds=found.rounds,
            )
        return found

    def _choose(self, found: dict[str, OutOfFold]) -> dict[str, float]:
        """Return the members' weights: several for an ensemble, else the best one."""
        order = np.concatenate([valid for _, valid in self.folds])
        if self.given.backbone.startswith("ensemble"):
            return weigh(found, self.targets[order], self.question)
        best = min(found, key=lambda name: found[name].loss)
        if best == BASELINE and self.given.backbone != BASELINE:
            self.context.emit.warning(
                "baseline_is_best",
                f"The linear model is at least as good as '{self.given.backbone}' on rows that "
                "were not learnt from, so it is taken. More rows or other columns may change that.",
                backbone=self.given.backbone,
            )
        return {best: 1.0}

    def _calibration(self, found: dict[str, OutOfFold], weights: dict[str, float]) -> Calibration:
        if not self.given.options.calibration:
            return Calibration()
        order = np.concatenate([valid for _, valid in self.folds])
        return calibrate(blend(found, weights), self.targets[order], self.question)

    def _better_plain(
        self, members: dict[str, TableModel], weights: dict[str, float], calibration: Calibration
    ) -> str | None:
        """Return the linear model or the first booster where the blend is worse; say so."""
        rows, truth = self.validation
        if len(truth) == 0:
            return None
        ensemble = Ensemble(
            tuple(weights),
            tuple(weights.values()),
            tuple(members[name] for name in weights),
            calibration,
        )
        plain = {
            name: members[name].scores(rows)
            for name in (BASELINE, FIRST_BOOSTER)
            if name in members and set(weights) != {name}
        }
        better = better_plain_model(self.question, ensemble.scores(rows), plain, truth)
        if better is not None:
            self.context.emit.warning(
                "plain_model_is_better",
                f"On the validation rows '{better}' alone is better than '{self.given.backbone}' "
                "by more than chance, so it is taken. More rows or other columns may change that.",
                backbone=self.given.backbone,
                candidate=better,
            )
        return better

    def _fit_members(
        self,
        candidates: dict[str, Candidate],
        found: dict[str, OutOfFold],
        weights: dict[str, float],
    ) -> dict[str, TableModel]:
        members: dict[str, TableModel] = {}
        plain = (BASELINE, *(name for name in (FIRST_BOOSTER,) if name in candidates))
        for name in {**weights, **dict.fromkeys(plain)}:
            path = self._member(name)
            candidate = candidates[name]
            if path.exists():
                members[name] = candidate.load(read_arrays(path))
                continue
            self.context.interrupt.check()
            members[name] = candidate.fit(self.rows, self.targets, found[name].rounds)
            write_arrays(path, members[name].arrays())
        return members

    def _member(self, name: str) -> Path:
        return self.folder / "members" / f"{name}.npz"

    def _fold_losses(self, scores: Floats) -> tuple[float, ...]:
        ends = np.cumsum([len(valid) for _, valid in self.folds])[:-1]
        return tuple(
            self.question.loss(part, self.targets[valid])
            for part, (_, valid) in zip(np.split(scores, ends), self.folds, strict=True)
        )


def _kind(name: str) -> str:
    return name.partition("-")[0]


def _give_up_above(name: str, before: dict[str, OutOfFold]) -> float:
    """Return the loss on the first fold from which a candidate is hopeless beside others."""
    losses = {other: one.fold_losses[0] for other, one in before.items()}
    alike = [loss for other, loss in losses.items() if _kind(other) == _kind(name)]
    return min(
        HOPELESS * min(losses.values(), default=np.inf),
        HOPELESS_OF_ITS_KIND * min(alike, default=np.inf),
    )


def _assembled(learnt: Learnt, members: dict[str, TableModel]) -> Ensemble:
    taken = [tried for tried in learnt.tried if tried.weight > 0]
    return Ensemble(
        names=tuple(tried.name for tried in taken),
        weights=tuple(tried.weight for tried in taken),
        members=tuple(members[tried.name] for tried in taken),
        calibration=Calibration(learnt.scale, learnt.shift),
    )
