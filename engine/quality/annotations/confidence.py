"""Which labels are probably wrong: confident learning on probabilities from outside the fold."""

# N samples, K labels

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]
Probabilities = NDArray[np.float64]


@dataclass(frozen=True)
class LabelIssues:
    """Samples whose label is probably wrong, the surest first.

    Attributes:
        places: which samples.
        suggested: the label that each of them probably has.
        confidence: the probability of that label, 0..1.
    """

    places: NDArray[np.int64]
    suggested: Labels
    confidence: Probabilities


def find_label_issues(
    given: Labels, probabilities: Probabilities, *, least_confidence: float, enough: float = 1.0
) -> LabelIssues:
    """Return the samples off the diagonal of the confident joint.

    A sample counts as label k when its probability of k reaches the mean probability of k among
    the samples that are labelled k; of several such labels the most probable one is taken. Samples
    counted as another label than the one given are issues.

    Args:
        given: (N,) labels as they are.
        probabilities: (N, K), of a model that was not trained on the sample.
        least_confidence: issues with a lower probability of the other label are left out.
        enough: a probability that counts as a label whatever its mean is: where a model is nearly
            certain of all samples, the mean says little.

    Source: Northcutt, Jiang & Chuang, JAIR 70, 2021, equations 1 and 2; they are put in order by
    the margin between the two labels, as in section 3.3 (normalized margin).
    """
    num_labels = probabilities.shape[1]
    thresholds = np.array(
        [
            probabilities[given == label, label].mean() if (given == label).any() else np.inf
            for label in range(num_labels)
        ]
    )
    thresholds = np.minimum(thresholds, enough)
    confident = np.where(probabilities >= thresholds, probabilities, -1.0)
    suggested = confident.argmax(axis=1)
    rows = np.arange(len(given))
    confidence = probabilities[rows, suggested]
    is_issue = (confident[rows, suggested] >= 0) & (suggested != given)
    is_issue &= confidence >= least_confidence
    places = np.flatnonzero(is_issue)
    margin = confidence[places] - probabilities[places, given[places]]
    places = places[np.argsort(-margin, kind="stable")]
    return LabelIssues(places, suggested[places], confidence[places])
