"""Every object is given to the places that see it best, and the loss teaches them."""

from __future__ import annotations

import torch

from engine.models.vision.detection.light_detector import LightDetector, places_of
from engine.models.vision.detection.objects import pad_objects
from engine.training.losses.box_assignment import assign
from engine.training.losses.box_geometry import generalized_overlaps, overlaps
from engine.training.losses.boxes import (
    detection_loss,
    distribution_focal_loss,
    varifocal_loss,
)

SIZE = (64, 96)


def _objects(*boxes: tuple[float, float, float, float]) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.tensor(boxes).reshape(-1, 4), torch.zeros(len(boxes), dtype=torch.int64)


def test_objects_are_laid_into_rows_by_image() -> None:
    boxes, labels = torch.arange(12.0).reshape(3, 4), torch.tensor([5, 6, 7])
    objects = pad_objects(boxes, labels, torch.tensor([2, 0, 2]), 3)

    assert objects.real_BG.tolist() == [[True, False], [False, False], [True, True]]
    assert objects.labels_BG[2].tolist() == [5, 7]
    assert objects.boxes_BG4[0, 0].tolist() == boxes[1].tolist()


def test_images_without_objects_ask_for_nothing() -> None:
    places = places_of(SIZE)
    boxes, labels = _objects()
    objects = pad_objects(boxes, labels, torch.zeros(0, dtype=torch.int64), 2)
    num_places = len(places.strides_A)
    found = assign(
        torch.rand(2, num_places, 3), torch.rand(2, num_places, 4) * 50, *places, objects
    )

    assert not found.chosen_BA.any()
    assert found.scores_BAK.sum() == 0


def test_only_places_inside_of_an_object_are_chosen_and_the_best_must_score_highest() -> None:
    places = places_of(SIZE)
    boxes, labels = _objects((8.0, 8.0, 40.0, 40.0))
    objects = pad_objects(boxes, labels, torch.tensor([0]), 1)
    said = boxes.expand(1, len(places.strides_A), 4).clone()
    said[0, :, 2] += torch.linspace(0, 20, len(places.strides_A))
    found = assign(torch.full((1, len(said[0]), 2), 0.3), said, *places, objects)

    chosen = places.centers_A2[found.chosen_BA[0]]
    assert ((chosen > 8) & (chosen < 40)).all()
    assert 1 <= len(chosen) <= 10
    assert found.scores_BAK[..., 1].sum() == 0
    best = overlaps(said[0], boxes)[found.chosen_BA[0]].max()
    torch.testing.assert_close(found.scores_BAK.max(), best)


def test_an_object_smaller_than_a_stride_is_still_given_to_a_place() -> None:
    places = places_of(SIZE)
    boxes, labels = _objects((8.5, 8.5, 10.5, 10.5))
    objects = pad_objects(boxes, labels, torch.tensor([0]), 1)
    said = torch.cat([places.centers_A2 - 4, places.centers_A2 + 4], dim=1)[None]

    assert assign(torch.full((1, said.shape[1], 1), 0.5), said, *places, objects).chosen_BA.any()


def test_a_place_that_two_objects_want_learns_the_one_it_overlaps_more() -> None:
    places = places_of(SIZE)
    boxes, labels = _objects((8.0, 8.0, 40.0, 40.0), (10.0, 10.0, 42.0, 42.0))
    objects = pad_objects(boxes, labels, torch.tensor([0, 0]), 1)
    said = boxes[1].expand(1, len(places.strides_A), 4)
    found = assign(torch.full((1, said.shape[1], 1), 0.5), said, *places, objects)

    # The other object keeps only places that this one has no need of.
    assert (found.object_BA[found.chosen_BA] == 1).sum() == 10


def test_generalized_overlap_falls_with_the_distance_of_disjoint_boxes() -> None:
    box = torch.tensor([0.0, 0.0, 10.0, 10.0])
    near, far = torch.tensor([12.0, 0.0, 22.0, 10.0]), torch.tensor([40.0, 0.0, 50.0, 10.0])

    assert generalized_overlaps(box, box).item() > 0.999
    assert 0 > generalized_overlaps(box, near) > generalized_overlaps(box, far) > -1
    # Union 20 × 10, hull 22 × 10: 0 - 20 / 220.
    torch.testing.assert_close(generalized_overlaps(box, near), torch.tensor(-20 / 220))


def test_the_distribution_is_taught_by_the_two_bins_around_a_distance() -> None:
    # A distance of 2.25 is a quarter of the way from bin 2 to bin 3.
    right = torch.full((1, 4, 8), -20.0)
    right[..., 2], right[..., 3] = torch.log(torch.tensor(0.75)), torch.log(torch.tensor(0.25))
    distances = torch.full((1, 4), 2.25)
    least = distribution_focal_loss(right, distances)

    entropy = -(0.75 * torch.log(torch.tensor(0.75)) + 0.25 * torch.log(torch.tensor(0.25)))
    torch.testing.assert_close(least, entropy.expand(1, 4), atol=1e-5, rtol=0)
    assert (distribution_focal_loss(torch.zeros(1, 4, 8), distances) > least).all()


def test_a_place_that_is_rightly_quiet_hardly_counts() -> None:
    logits = torch.tensor([-6.0, 2.0, 2.0])
    losses = varifocal_loss(logits, torch.tensor([0.0, 0.0, 0.8]))

    assert losses[0] < 1e-5 < losses[2] < losses[1]


def test_the_detector_learns_one_image_by_heart() -> None:
    torch.manual_seed(0)
    model = LightDetector(SIZE, 2, width=8, depth=1, neck_width=16)
    image = torch.zeros(2, 3, *SIZE)
    boxes, _ = _objects((8.0, 8.0, 40.0, 40.0), (50.0, 20.0, 80.0, 60.0))
    image[0, 0, 8:40, 8:40] = 2.0
    image[1, 1, 20:60, 50:80] = 2.0
    objects = pad_objects(boxes, torch.tensor([0, 1]), torch.tensor([0, 1]), 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(60):
        loss, _ = detection_loss(model(image), model.places, objects)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    # Batch norm keeps the statistics of training, as the two images are all there is.
    predictions = model(image)
    for place, (box, label) in enumerate(zip(boxes, (0, 1), strict=True)):
        scores = predictions.logits_BAK[place].sigmoid()
        best = int(scores.max(dim=1).values.argmax())
        assert int(scores[best].argmax()) == label
        assert overlaps(predictions.boxes_BA4[place, best], box) > 0.7


def test_a_new_detector_draws_boxes_of_a_few_strides() -> None:
    torch.manual_seed(0)
    model = LightDetector(SIZE, 2, width=8, depth=1, neck_width=16).eval()
    boxes = model(torch.zeros(1, 3, *SIZE)).boxes_BA4[0]
    strides = (boxes[:, 2:] - boxes[:, :2]) / model.strides[:, None]

    assert 2 < strides.min() <= strides.max() < 5
