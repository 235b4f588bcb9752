"""What may change between the intervals of a population, whose trials hand on their weights."""

from __future__ import annotations

from engine.catalog.cards import BackboneCard, TaskCard
from engine.catalog.searchable import searchable_options
from engine.specs.schedule import ScheduleOptions

# Options of this group are the network's: with others the weights would not fit or not mean the
# same.
_NETWORK = "model"


def learns_in_intervals(card: TaskCard, backbone: BackboneCard) -> bool:
    """Tell whether a network learns by epochs and can go on from the weights of another run."""
    return issubclass(card.options, ScheduleOptions) and "schedule" not in backbone.unmoved_by


def may_change_between_intervals(card: TaskCard, name: str) -> bool:
    """Tell whether an option may differ between a trial and the one whose weights it goes on from.

    Options without a range of their own are not said to leave the network alone.
    """
    known = {option.name: option for option in searchable_options(card)}
    return name in known and known[name].group != _NETWORK
