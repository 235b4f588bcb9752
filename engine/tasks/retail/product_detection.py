"""Product detection: which products stand on a shelf, and where."""

from __future__ import annotations

from dataclasses import replace

import torch
from easel.runtime.image import TENSOR
from easel.runtime.predictions.boxes import BOXES, LOGITS
from easel.runtime.predictions.products import CROP, VECTOR, ProductsDecoder
from torch import Tensor, nn

from engine.catalog.retail import PRODUCT_DETECTION
from engine.data.augmentation.images import augment_images
from engine.data.augmentation.regions import augment_regions
from engine.data.evaluation_data import held_out, require_known
from engine.data.image.normalization import Normalization
from engine.data.image.region_images import input_size, long_side, preprocessing
from engine.data.retail.dataset import CROPS, PRODUCTS, ShelfDataset
from engine.data.retail.product_photos import CutOuts, read_cutouts
from engine.data.retail.shelves import evaluation_shelves, open_shelves
from engine.data.samples import SampleSet, read_samples
from engine.evaluation.image.shelf_evaluator import ShelfEvaluator
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.run import TrainedModel
from engine.models.vision.detection.light_detector import DeployedDetector
from engine.models.vision.product_reader import ProductReader, build_product_reader
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.data import Split
from engine.specs.options.retail.product_detection import ProductDetectionOptions
from engine.specs.package.inputs import ImageInput
from engine.specs.package.ops.boxes import BoxesOp
from engine.specs.package.ops.image import ImageOp, KeepSourceOp
from engine.specs.package.ops.products import RecogniseProductsOp
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.gradient import GradientLearner
from engine.training.losses.angular import angular_margin_loss
from engine.training.losses.regions import detection_objective, label_weights
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.training.scoring import decoder_of, trained_model
from engine.training.vision.product_library import (
    EMBEDDER,
    LIBRARY,
    VECTORS,
    CentredNetwork,
    build_library,
    library_files,
    tune_library,
)

DETECTOR = "model"
# Of a step, so that full shelves do not make it slow.
MAX_CROPS = 64
MAX_PRODUCTS = 300
_CROPPED = Normalization(mean=(0.5, 0.5, 0.5), std=(0.5, 0.5, 0.5))
_PRESET = SchedulePreset(
    new_rate=2e-3, known_rate=4e-4, new_steps=1500, known_steps=500, max_batch=8, max_epochs=150
)


class ProductDetection(GradientLearner):
    """Find the products of a shelf, and name them by a library that can grow."""

    card = PRODUCT_DETECTION
    evaluator = ShelfEvaluator()

    def build_splits(self, spec: TrainingSpec) -> Splits[ShelfDataset]:
        """Cut products out of their photos and plan shelves of them; real shelves come first.

        Raises:
            DataError: when the index or folder is missing or malformed, a photo of a product is
                damaged, or there is no shelf to train on.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        options = options_of(spec, ProductDetectionOptions)
        threads = num_threads(spec.resources.num_threads)
        shelves = open_shelves(samples, options.synthetic_shelves, spec.seed, threads)
        train = shelves[Split.TRAIN].records
        ops = _image_ops(input_size(spec, self.card, train))

        def dataset(split: Split) -> ShelfDataset:
            return ShelfDataset(
                shelves[split],
                samples.labels,
                ops,
                options.product_size,
                threads,
                is_trained_on=split is Split.TRAIN,
            )

        return Splits.opened(dataset, samples.labels)

    def evaluation_samples(self, samples: SampleSet, request: EvaluationRequest) -> SampleSet:
        """Return those of the shelves that count: real ones, or composed ones where none is."""
        require_known(samples.labels, request.labels)
        num = request.options(ProductDetectionOptions).synthetic_shelves
        if request.split is None:
            shelves = evaluation_shelves(held_out(samples), num, request.basis.seed)
        else:
            shelves = open_shelves(samples, num, request.basis.seed)[request.split]
        return replace(samples, records=shelves.records, files=shelves.files)

    def resolve(self, spec: TrainingSpec, splits: Splits[ShelfDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        side = long_side(spec, self.card, splits.train.records)
        return resolve_schedule(spec, len(splits.train), _PRESET, image_size=side)

    def pipeline(self, spec: TrainingSpec, splits: Splits[ShelfDataset]) -> Pipeline:
        """Return how a shelf becomes a tensor, and detections become named products."""
        options = options_of(spec, ProductDetectionOptions)
        return Pipeline(
            input=ImageInput(),
            preprocessing=_image_ops(input_size(spec, self.card, splits.train.records)),
            postprocessing=(
                BoxesOp(iou_threshold=options.iou_threshold, max_results=MAX_PRODUCTS),
                RecogniseProductsOp(
                    embedder=EMBEDDER,
                    library=LIBRARY,
                    vectors=VECTORS,
                    crop_size=options.product_size,
                    neighbour_share=options.neighbour_share,
                ),
            ),
        )

    def new_model(self, spec: TrainingSpec, splits: Splits[ShelfDataset]) -> nn.Module:
        """Build both networks; an initial package then fills them in, centres by product.

        Raises:
            ResourceError: when the initial package is not readable.
            SpecError: when it does not fit.
        """
        size = input_size(spec, self.card, splits.train.records)
        vector = options_of(spec, ProductDetectionOptions).embedding_size
        return build_product_reader(spec.backbone, size, len(splits.labels), vector)

    def augment(
        self, spec: TrainingSpec, splits: Splits[ShelfDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Change shelves and cut-out products at random; a pure function of its arguments."""
        options = options_of(spec, ProductDetectionOptions)
        shelves = augment_regions(batch, options.augmentation, step_seed)
        if not len(batch.targets.get(CROPS, ())):
            return shelves
        generator = torch.Generator().manual_seed(step_seed)
        order = torch.randperm(len(batch.targets[PRODUCTS]), generator=generator)[:MAX_CROPS]
        crops = augment_images(
            batch.targets[CROPS][order], options.product_augmentation, _CROPPED, generator
        )
        products = batch.targets[PRODUCTS][order]
        return Batch(shelves.inputs, {**shelves.targets, CROPS: crops, PRODUCTS: products})

    def objective(self, spec: TrainingSpec, splits: Splits[ShelfDataset]) -> Objective:
        """Return the loss of the detector plus that of the embedder."""
        options = options_of(spec, ProductDetectionOptions)
        is_balanced = options.class_weights == "balanced"
        weights_K = label_weights(splits) if is_balanced else None
        find = detection_objective(None)

        def objective(model: ProductReader, batch: Batch) -> Tensor:
            products = batch.targets[PRODUCTS]
            loss = find(model.detector, batch)
            if not len(products):
                return loss
            cosines = model.head(model.embedder(batch.targets[CROPS])).float()
            weights = None if weights_K is None else weights_K.to(cosines.device)
            recognition_loss = angular_margin_loss(
                cosines, products, margin=options.margin, weights_K=weights
            )
            return loss + recognition_loss

        return objective

    def networks(
        self, spec: TrainingSpec, splits: Splits[ShelfDataset], model: ProductReader
    ) -> tuple[Network, ...]:
        """Return the detector, ``image`` → ``logits`` and ``boxes``, and the embedder of crops."""
        height, width = input_size(spec, self.card, splits.train.records)
        side = options_of(spec, ProductDetectionOptions).product_size
        device = next(model.parameters()).device
        return (
            TorchNetwork(
                DETECTOR,
                DeployedDetector(model.detector, (height, width)).to(device),
                {TENSOR: torch.zeros(2, 3, height, width, device=device)},
                (LOGITS, BOXES),
            ),
            CentredNetwork(
                EMBEDDER,
                model.embedder,
                {CROP: torch.zeros(2, 3, side, side, device=device)},
                (VECTOR,),
                centres=model.head,
            ),
        )

    def finished(self, trained: TrainedModel[ShelfDataset]) -> TrainedModel:
        """Put the vectors of the products of training into the package, and tune how they speak."""
        spec, splits = trained.spec, trained.splits
        detector, embedder = trained.networks
        if not isinstance(embedder, CentredNetwork):
            raise TypeError(f"{type(embedder).__name__} has no centres.")
        trained = replace(trained, networks=(detector, embedder.without_centres()))
        model = trained_model(self, spec, splits, trained.networks)
        decoder = decoder_of(model, ProductsDecoder)
        cutouts = _references(splits, num_threads(spec.resources.num_threads))
        decoder.library = build_library(splits.labels, cutouts, decoder, model)
        tuned = tune_library(decoder.library, decoder, model, splits.validation)
        return replace(trained, files=library_files(tuned))


TASK = ProductDetection()


def _references(splits: Splits[ShelfDataset], threads: int) -> CutOuts:
    """Return the cut-outs of training: those that shelves are composed of, or of real shelves."""
    shelves = splits.train.shelves
    return shelves.cutouts or read_cutouts(shelves.records, shelves.files, threads)


def _image_ops(size: tuple[int, int]) -> tuple[ImageOp, ...]:
    return (KeepSourceOp(), *preprocessing(size))
