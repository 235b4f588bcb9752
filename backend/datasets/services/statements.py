"""What an import says of samples: put together, written, and counted to the last annotation.

Everything that is given is taken in, is there already, or is left out for a reason that is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from backend.annotation.contracts import Source
from backend.annotation.contracts.attributes import Plan
from backend.annotation.contracts.imported import (
    CHANGED,
    DETAILS,
    Change,
    Given,
    annotation_from,
    fit,
    with_attributes,
)
from backend.annotation.contracts.merging import Merge, merged, num_annotations
from backend.annotation.contracts.states import OptionalState
from backend.annotation.services.annotations import extent_of
from backend.annotation.services.changes import Author, current_states, write_states
from backend.api.errors import Param
from backend.datasets.media.properties import Problem
from backend.datasets.models import Dataset, Import, Label, Sample
from backend.datasets.services import counters
from backend.datasets.services.attributes import label_plan, save_plan
from backend.datasets.services.counters import SampleState
from backend.datasets.services.labels import add_labels
from engine.catalog import TASKS, AnnotationKind

Note = tuple[str, Problem]
REJECTED = "file_rejected"
KEPT = "annotations_kept"
CONTRADICTING = "annotations_contradict"


@dataclass
class Tally:
    """What became of the annotations of an import.

    ``annotations`` were given, by what their files hold: labels, regions, relations, texts and
    values. Of these ``taken`` are
    in (``regions`` of them are regions), ``same`` were there already, and the rest was left out.
    ``left_out`` counts by reason, beside annotations also their key points and attributes.
    ``merged`` counts statements that added to another of the same sample, ``replaced`` samples that
    were annotated before and are otherwise now, ``negative`` those that were said to show nothing.
    """

    annotations: int = 0
    taken: int = 0
    regions: int = 0
    same: int = 0
    merged: int = 0
    replaced: int = 0
    negative: int = 0
    left_out: Counter[str] = field(default_factory=Counter)

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Tally:
        """Read what an import counted so far."""
        return Tally(**{**document, "left_out": Counter(document.get("left_out", {}))})

    def to_json(self) -> dict[str, Any]:
        """Return what ``from_json`` reads."""
        return vars(self) | {"left_out": dict(+self.left_out)}

    @property
    def num_left_out(self) -> int:
        """How many annotations were left out."""
        return sum(num for code, num in self.left_out.items() if code not in DETAILS)

    def count(self, changes: Iterable[Change]) -> None:
        """Count what of a statement does not fit its sample."""
        for one in changes:
            if one.code not in CHANGED:
                self.left_out[one.code] += int(str(one.params["num"]))

    def lose(self, lost: Mapping[str, int]) -> None:
        """Count annotations that never came to a statement: their reader left them out."""
        self.left_out.update(lost)
        self.annotations += sum(num for code, num in lost.items() if code not in DETAILS)

    def __add__(self, other: Tally) -> Tally:
        """Return both together."""
        mine, theirs = vars(self), vars(other)
        return Tally(**{name: mine[name] + theirs[name] for name in mine})


@dataclass
class Statements:
    """The statements of one batch, for samples of a locked dataset."""

    dataset: Dataset
    session: Import
    added_by_id: UUID | None
    notes: list[Note] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    num_labelled: int = 0
    _ids: dict[str, UUID] = field(default_factory=dict)
    _new_names: dict[UUID, str] = field(default_factory=dict)

    @property
    def kind(self) -> AnnotationKind:
        """How samples of the dataset are annotated."""
        return TASKS[self.dataset.task].annotation

    def write(self, given: Mapping[UUID, list[tuple[str, Given]]]) -> None:
        """Annotate samples by what files say of them, by the names of the files."""
        samples = counters.states_of(self.dataset.id, list(given))
        before = current_states(samples)
        names = {name for state in given.values() for _, one in state for name in one.label_names}
        rows = Label.objects.filter(dataset=self.dataset, name__in=names)
        self._ids = dict(rows.values_list("name", "id"))
        has_attributes = any(
            region.attributes
            for state in given.values()
            for _, one in state
            for region in one.regions
        )
        plan = label_plan(self.dataset) if has_attributes else Plan({})
        shown_as = _names_of([key for key, one in samples.items() if one.is_labelled])
        after: dict[UUID, OptionalState] = {}
        for sample_id, sample in samples.items():
            is_open = self._is_open(sample)
            earlier = before[sample_id]
            state = self._together(given[sample_id], sample, earlier, plan, shown_as.get(sample_id))
            if is_open and state is not None:
                after[sample_id] = state
                self.num_labelled += earlier is None
                self.tally.negative += state.is_empty and earlier != state
                self.tally.replaced += self._replaces(sample) and earlier != state
        self._add_labels(after.values())
        save_plan(self.dataset, plan)
        write_states(
            self.dataset.id,
            samples=samples,
            before=before,
            after=after,
            names=counters.label_names(self.dataset.id) if after else {},
            author=Author(self.added_by_id, Source.IMPORT, self.session.id),
        )

    def reject(self, given: Given | None) -> None:
        """Count what was said of a file that was refused."""
        if given is not None:
            self.tally.annotations += given.num_annotations
            self.tally.left_out[REJECTED] += given.num_annotations

    def _is_open(self, sample: SampleState) -> bool:
        """Tell whether the import may say more of a sample."""
        if not sample.is_labelled or sample.import_id == self.session.id:
            return True
        return self.session.existing != Import.Existing.KEEP

    def _replaces(self, sample: SampleState) -> bool:
        """Tell whether the import takes the place of what was said of a sample before it."""
        is_other = sample.is_labelled and sample.import_id != self.session.id
        return is_other and self.session.existing == Import.Existing.REPLACE

    def _together(
        self,
        statements: list[tuple[str, Given]],
        sample: SampleState,
        before: OptionalState,
        plan: Plan,
        shown_as: str | None,
    ) -> OptionalState:
        """Return what a sample's statements say together, and count what becomes of each."""
        is_open = self._is_open(sample)
        state, other = before, shown_as
        if self._replaces(sample):
            state = None
        for name, given in statements:
            one = self._fitted(name, given, sample, plan, extend=is_open)
            if one is None:
                continue
            if state is None:
                state, other = one, name
                self.tally.taken += num_annotations(one)
                self.tally.regions += len(one.regions)
                continue
            merge = merged(state, one, self.kind, multi_label=self.dataset.multi_label)
            is_disputed = state.is_empty != one.is_empty
            self._count(merge, name, other or name, is_open=is_open, is_disputed=is_disputed)
            if is_open:
                state = merge.state
        # Where nothing of the new statements fits, what was said before still holds.
        return before if state is None else state

    def _fitted(
        self, name: str, given: Given, sample: SampleState, plan: Plan, *, extend: bool
    ) -> OptionalState:
        """Return what of a statement the sample can have, noting what was changed."""
        multi_label = self.dataset.multi_label
        fitted, changes = fit(given, self.kind, extent_of(sample), multi_label=multi_label)
        fitted, further = with_attributes(fitted, plan, extend=extend)
        for one in (*changes, *further):
            self.notes.append((name, Problem(one.code, one.message, one.params)))
        self.tally.annotations += given.num_annotations
        self.tally.count((*changes, *further))
        for label in fitted.label_names:
            self._id_of(label)
        state = annotation_from(given, fitted, self._ids, self.kind, multi_label=multi_label)
        # The same label or relation twice in one statement.
        self.tally.same += fitted.num_annotations - (num_annotations(state) if state else 0)
        return state

    def _count(
        self, merge: Merge, name: str, other: str, *, is_open: bool, is_disputed: bool
    ) -> None:
        self.tally.same += merge.num_same
        if is_disputed:
            self._note(name, "negative_contradicted", other, 0)
        if not is_open:
            num = merge.num_new + merge.num_contradicting
            details = merge.num_details + merge.num_new_details
            self.tally.left_out[KEPT] += num
            self.tally.left_out["details_contradict"] += details
            if num or details:
                self._note(name, KEPT, other, num, details=details)
            return
        self.tally.taken += merge.num_new
        self.tally.regions += merge.num_new_regions
        self.tally.merged += merge.num_new > 0
        self.tally.left_out[CONTRADICTING] += merge.num_contradicting
        self.tally.left_out["details_contradict"] += merge.num_details
        if merge.num_new:
            self._note(name, "annotations_merged", other, merge.num_new)
        if merge.num_contradicting or merge.num_details:
            details = merge.num_details
            self._note(name, CONTRADICTING, other, merge.num_contradicting, details=details)

    def _note(self, name: str, code: str, other: str, num: int, details: int = 0) -> None:
        message = _MESSAGES[code].format(num=num, other=other, details=details)
        params: dict[str, Param] = {"num": num, "other": other, "details": details}
        self.notes.append((name, Problem(code, message, params)))

    def _id_of(self, label: str) -> UUID:
        """Return the id of a label, or the one that it gets when it is taken in."""
        if label not in self._ids:
            self._ids[label] = uuid4()
            self._new_names[self._ids[label]] = label
        return self._ids[label]

    def _add_labels(self, states: Iterable[OptionalState]) -> None:
        """Make the labels that samples have from now on; others are not taken in."""
        used = {label_id for state in states if state is not None for label_id in state.used_labels}
        new = {self._new_names[one]: one for one in used & self._new_names.keys()}
        add_labels(self.dataset.id, sorted(new), ids=new)


def _names_of(sample_ids: list[UUID]) -> dict[UUID, str]:
    return dict(Sample.objects.filter(id__in=sample_ids).values_list("id", "name"))


_MESSAGES = {
    "annotations_merged": "The file has the same content as '{other}'. What it says beyond that, "
    "{num} annotation(s), was put together with it.",
    CONTRADICTING: "The file has the same content as '{other}' and contradicts it: {num} "
    "annotation(s) and {details} attribute(s) or key point(s) were left out.",
    KEPT: "'{other}' has the same content and was annotated before. That was kept: {num} "
    "annotation(s) and {details} attribute(s) or key point(s) were not taken.",
    "negative_contradicted": "The file has the same content as '{other}', and one of the two says "
    "that there is nothing to annotate. What is annotated was kept.",
}
