import type { PredictionKind, RegionSet, TextSpan } from "@/components/predictions/documents";

import type { Label, SampleDetail } from "./datasets";
import type { AnnotationCard } from "./task-card";
import { frameRateOf } from "./video-measures";

type Region = SampleDetail["regions"][number];
type SampleAnnotation = Pick<
  SampleDetail,
  "labels" | "regions" | "relations" | "texts" | "value" | "num_frames" | "duration_ms"
>;

interface AnnotationPrediction {
  readonly kind: PredictionKind;
  readonly document: unknown;
  /** The prediction is drawn on the sample, which need not be shown beside it. */
  readonly isOnSample: boolean;
}

type Draw = (sample: SampleAnnotation, nameOf: NameOf) => unknown;

const inImage: Draw = ({ regions }, nameOf) => located(regions, nameOf);

/** How annotations look as a prediction; `null` where nothing is there to be drawn. */
const DRAWN: Partial<Record<PredictionKind, Draw>> = {
  labels: ({ value }) => (value === null ? null : [{ name: String(value) }]),
  boxes: inImage,
  masks: inImage,
  words: inImage,
  spans: ({ regions }, nameOf) => spans(regions, nameOf),
  opinions: ({ labels, regions }, nameOf) => [
    ...labels.map(({ id }) => ({ name: nameOf(id) })),
    ...spans(regions, nameOf),
  ],
  relations,
  tracks: frames,
  transcript: ({ texts }) => texts,
};

/** What people said of a sample, in the form of a prediction; `null` where labels alone say it. */
export function annotationPrediction(
  sample: SampleAnnotation,
  labels: readonly Pick<Label, "id" | "name">[],
  card: AnnotationCard | undefined,
): AnnotationPrediction | null {
  const nameOf = (id: string | null) => labels.find((label) => label.id === id)?.name ?? "";
  const kind = card?.drawn_as;
  const draw = kind ? DRAWN[kind] : undefined;
  if (!card || !kind || !draw) return null;
  if (draw === inImage && card.labels && sample.regions.length === 0) {
    return ofWhole(sample, nameOf);
  }
  const document = draw(sample, nameOf);
  return document === null ? null : { kind, document, isOnSample: card.geometries.length > 0 };
}

type NameOf = (id: string | null) => string;

/** Labels of a sample on which nothing is marked. */
function ofWhole({ labels }: SampleAnnotation, nameOf: NameOf): AnnotationPrediction | null {
  if (labels.length === 0) return null;
  const document = labels.map(({ id }) => ({ name: nameOf(id) }));
  return { kind: "labels", document, isOnSample: false };
}

function located(regions: readonly Region[], nameOf: NameOf): RegionSet[] {
  return regions.flatMap(({ label_id: id, geometry, text, points }) =>
    locatedAt(geometry, points, {
      name: nameOf(id),
      ...(text !== null && { words: text }),
    }),
  );
}

/** A place in an image as it is drawn; key points are drawn once, with the first part. */
export function locatedAt(
  geometry: Region["geometry"],
  points: Region["points"],
  fields: Pick<RegionSet, "name" | "words">,
): RegionSet[] {
  const [first, ...others] = parts(geometry, fields);
  if (first === undefined) return [];
  return [points.length > 0 ? { ...first, keyPoints: points } : first, ...others];
}

function parts(
  geometry: Region["geometry"],
  shared: Pick<RegionSet, "name" | "words">,
): RegionSet[] {
  switch (geometry.kind) {
    case "box":
      return [{ ...shared, location: geometry }];
    case "quad":
      return [{ ...shared, location: enclosing(geometry.points) }];
    case "polygon":
      return geometry.rings.map((ring) => ({ ...shared, location: enclosing(ring) }));
    case "mask":
      return [{ ...shared, mask: geometry.counts, location: whole(geometry.size) }];
    default:
      return [];
  }
}

/** The box around corners, which keep their own places. */
function enclosing(points: readonly (readonly number[])[]) {
  const xs = points.map(([x = 0]) => x);
  const ys = points.map(([, y = 0]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    left,
    top,
    width: Math.max(...xs) - left,
    height: Math.max(...ys) - top,
    points: points.map(([x = 0, y = 0]) => ({ x, y })),
  };
}

const whole = ([height = 0, width = 0]: readonly number[]) => ({ left: 0, top: 0, width, height });

function spans(regions: readonly Region[], nameOf: NameOf): TextSpan[] {
  return regions.flatMap(({ label_id: id, geometry }) =>
    geometry.kind === "span"
      ? [{ name: nameOf(id), start: geometry.start, end: geometry.end }]
      : [],
  );
}

function relations({ regions, relations: pairs }: SampleAnnotation, nameOf: NameOf) {
  const spanOf = (id: string) => {
    const region = regions.find((other) => other.id === id);
    return region === undefined ? undefined : spans([region], nameOf)[0];
  };
  return pairs.flatMap(({ label_id: id, subject, object }) => {
    const [from, to] = [spanOf(subject), spanOf(object)];
    return from && to ? [{ name: nameOf(id), subject: from, object: to }] : [];
  });
}

function frames({ regions, ...video }: SampleAnnotation, nameOf: NameOf) {
  const frameRate = frameRateOf(video);
  const byFrame = new Map<number, (RegionSet & { track_id: number })[]>();
  for (const { label_id: id, geometry } of regions) {
    if (geometry.kind !== "frame_box") continue;
    const objects = byFrame.get(geometry.frame) ?? [];
    byFrame.set(geometry.frame, objects);
    objects.push({ name: nameOf(id), track_id: geometry.track, location: geometry });
  }
  return [...byFrame]
    .sort(([one], [other]) => one - other)
    .map(([frame, objects]) => ({ frame, time_seconds: frame / frameRate, objects }));
}
