"""Agreement on classes beyond what chance would give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


def cohen_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Compare two people who each gave one class to the same samples.

    ``kappa = (p_o - p_e) / (1 - p_e)``, where ``p_o`` is the share of equal classes and ``p_e`` the
    share that people with their frequencies of classes would reach by chance.

    Args:
        pairs: the class of the first and of the second person, for each sample.

    Returns:
        At most 1; 0 for chance; ``None`` without samples, or when both gave one and the same class
        throughout, where chance alone explains everything.

    Source: Cohen, Educational and Psychological Measurement 20(1), 1960, p. 40.
    """
    num = len(pairs)
    if num == 0:
        return None
    observed = sum(one == other for one, other in pairs) / num
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    expected = sum(first[label] * second[label] for label in first) / num**2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def fleiss_kappa(ratings: Sequence[Sequence[Hashable]]) -> float | None:
    """Compare any number of people who gave one class each to the same samples.

    ``P_i = (sum_j n_ij^2 - n_i) / (n_i (n_i - 1))`` is the share of agreeing pairs at sample *i*,
    ``p_j`` the share of all ratings that went to class *j*:
    ``kappa = (mean P_i - sum p_j^2) / (1 - sum p_j^2)``.

    Fleiss takes the same number ``n`` of ratings everywhere; here ``n_i`` may differ from sample to
    sample, as in running work. Samples with fewer than two ratings say nothing and are left out.

    Args:
        ratings: the classes that one sample was given, for each sample.

    Returns:
        At most 1; 0 for chance; ``None`` when no sample has two ratings, or all are one class.

    Source: Fleiss, Psychological Bulletin 76(5), 1971, eq. 1 to 7.
    """
    counted = [Counter(sample) for sample in ratings if len(sample) > 1]
    if not counted:
        return None
    agreeing = 0.0
    totals: Counter[Hashable] = Counter()
    for counts in counted:
        num = counts.total()
        agreeing += (sum(n * n for n in counts.values()) - num) / (num * (num - 1))
        totals.update(counts)
    observed = agreeing / len(counted)
    expected = sum((n / totals.total()) ** 2 for n in totals.values())
    return None if expected == 1 else (observed - expected) / (1 - expected)
