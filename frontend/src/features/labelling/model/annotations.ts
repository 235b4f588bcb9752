import type { Sample, SampleDetail } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

import { shapeOf } from "./annotation-shapes";

type Schemas = components["schemas"];

export type Geometry = Schemas["Geometry"];
export type GeometryOf<Kind extends Geometry["kind"]> = Extract<Geometry, { kind: Kind }>;

/** A named point of an object, in pixels; a covered one is known but not visible. */
export interface KeyPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly isVisible: boolean;
}

export type AttributeValue = string | number | boolean;

/** A marked part of a sample; `id` is unique within it. */
export interface Region {
  readonly id: string;
  readonly labelId: string | null;
  readonly geometry: Geometry;
  readonly text: string | null;
  /** Named points of the object, each name once; absent where there are none. */
  readonly points?: readonly KeyPoint[];
  /** What else is known of the object, by name; absent where nothing is. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

export interface RegionRelation {
  readonly labelId: string;
  readonly subject: string;
  readonly object: string;
}

/** All that is said of one sample; empty for a negative: somebody looked, and nothing is there. */
export interface Annotations {
  readonly labelIds: readonly string[];
  readonly regions: readonly Region[];
  readonly relations: readonly RegionRelation[];
  readonly texts: readonly string[];
  readonly value: number | null;
}

/** `null` while the sample is not annotated. */
export type MaybeAnnotations = Annotations | null;

export const NOTHING: Annotations = {
  labelIds: [],
  regions: [],
  relations: [],
  texts: [],
  value: null,
};

/** Nothing is annotated: no label, region, text or value. */
export function isNothing({ labelIds, regions, relations, texts, value }: Annotations): boolean {
  return [labelIds, regions, relations, texts].every((part) => part.length === 0) && value === null;
}

/**
 * What a change by hand makes of a sample: when the last region is deleted it is not annotated.
 *
 * A negative stays one while nothing is added; it is said outright, with `NOTHING`.
 */
export function afterEdit(annotations: MaybeAnnotations, next: MaybeAnnotations): MaybeAnnotations {
  if (next === null || !isNothing(next)) return next;
  return annotations !== null && isNothing(annotations) ? annotations : null;
}

export function annotationsOf(sample: SampleDetail): MaybeAnnotations {
  if (sample.labelled_at === null) return null;
  return {
    labelIds: sample.labels.map(({ id }) => id),
    regions: sample.regions.map(
      ({ id, label_id: labelId, geometry, text, points, attributes }) => ({
        id,
        labelId,
        geometry,
        text,
        ...(points.length > 0 && { points: points.map(keyPointOf) }),
        ...(Object.keys(attributes).length > 0 && { attributes }),
      }),
    ),
    relations: sample.relations.map(({ label_id: labelId, subject, object }) => ({
      labelId,
      subject,
      object,
    })),
    texts: sample.texts,
    value: sample.value,
  };
}

function keyPointOf({ name, x, y, is_visible: isVisible }: Schemas["KeyPoint"]): KeyPoint {
  return { name, x, y, isVisible };
}

/** How many regions there are; an object in many frames of a video counts once, as in a list. */
export function numRegionsOf(regions: readonly Region[]): number {
  const keys = regions.map(({ id, labelId, geometry }) =>
    geometry.kind === "frame_box" ? `${labelId} ${geometry.track}` : id,
  );
  return new Set(keys).size;
}

/** How many places of a sample are marked, as a list of samples says it. */
export function numAnnotationsOf({ region_labels: regions }: Sample): number {
  return regions.reduce((sum, { num }) => sum + num, 0);
}

/** Both are plain data in one order of fields, so that their JSON decides. */
export function sameAnnotations(one: MaybeAnnotations, other: MaybeAnnotations): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function withRegion(annotations: Annotations, region: Region): Annotations {
  const isNew = annotations.regions.every(({ id }) => id !== region.id);
  return {
    ...annotations,
    regions: isNew
      ? [...annotations.regions, region]
      : annotations.regions.map((old) => (old.id === region.id ? region : old)),
  };
}

/** Take a region away, and the relations that begin or end at it. */
export function withoutRegion(annotations: Annotations, regionId: string): Annotations {
  return {
    ...annotations,
    regions: annotations.regions.filter(({ id }) => id !== regionId),
    relations: annotations.relations.filter(
      ({ subject, object }) => subject !== regionId && object !== regionId,
    ),
  };
}

/** Regions with one of them a place higher or lower: later ones lie on top. */
export function raised(regions: readonly Region[], regionId: string, by: 1 | -1): Region[] {
  const from = regions.findIndex(({ id }) => id === regionId);
  const [region] = from < 0 ? [] : regions.slice(from, from + 1);
  if (region === undefined) return [...regions];
  const to = Math.min(regions.length - 1, Math.max(0, from + by));
  return regions.toSpliced(from, 1).toSpliced(to, 0, region);
}

/** Regions for another sample: the same places under new ids. */
export function copiesOf(regions: readonly Region[]): Region[] {
  return regions.map((region) => ({ ...region, id: newId() }));
}

/** Copies of the regions that an image of some size can have, and how many it cannot. */
export function copiesWithin(
  regions: readonly Region[],
  size: { readonly width: number | null; readonly height: number | null },
): { regions: Region[]; numLeftOut: number } {
  const { width, height } = size;
  const fits = regions.filter(({ geometry, points = [] }) => {
    if (width === null || height === null) return true;
    if (points.some(({ x, y }) => x > width || y > height)) return false;
    if (geometry.kind === "mask") return geometry.size[0] === height && geometry.size[1] === width;
    const box = shapeOf(geometry)?.box;
    return box === undefined || (box.left + box.width <= width && box.top + box.height <= height);
  });
  return { regions: copiesOf(fits), numLeftOut: regions.length - fits.length };
}

export function newId(): string {
  return crypto.randomUUID().slice(0, 8);
}
