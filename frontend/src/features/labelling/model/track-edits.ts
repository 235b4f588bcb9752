import type { Annotations, AttributeValue, Region } from "./annotations";
import { withAttribute } from "./attributes";
import { filled, keysOf, type FrameBox } from "./track-keys";

/** One object that is followed through a video. */
export interface Track {
  readonly id: number;
  readonly labelId: string | null;
  /** A box for each frame in which it is seen, in the order of time. */
  readonly boxes: readonly FrameBox[];
  /** What else is known of it, by the frames of its boxes where anything is. */
  readonly attributes: ReadonlyMap<number, NonNullable<Region["attributes"]>>;
}

interface Growing extends Omit<Track, "boxes" | "attributes"> {
  readonly boxes: FrameBox[];
  readonly attributes: Map<number, NonNullable<Region["attributes"]>>;
}

/** The objects of a video by the frames they are first seen in. */
export function tracksOf(annotations: Annotations): ReadonlyMap<number, Track> {
  const found = new Map<number, Growing>();
  for (const { geometry, labelId, attributes } of annotations.regions) {
    if (geometry.kind !== "frame_box") continue;
    const { track: id, frame } = geometry;
    const track: Growing = found.get(id) ?? { id, labelId, boxes: [], attributes: new Map() };
    found.set(id, track);
    track.boxes.push(geometry);
    track.attributes.set(frame, attributes ?? {});
  }
  for (const { boxes } of found.values()) boxes.sort((one, other) => one.frame - other.frame);
  return new Map([...found].toSorted(([one], [other]) => one - other));
}

export function nextTrack(tracks: ReadonlyMap<number, Track>): number {
  return 1 + Math.max(0, ...tracks.keys());
}

/** Say where an object is, in place of all that was said of it. */
export function withTrack(annotations: Annotations, track: Track): Annotations {
  const { id, labelId, boxes } = track;
  return {
    ...annotations,
    regions: [
      ...annotations.regions.filter(({ geometry }) => trackOf(geometry) !== id),
      ...boxes.map((box): Region => ({
        id: `${id}-${box.frame}`,
        labelId,
        geometry: { ...box, track: id },
        text: null,
        ...attributesAt(track, box.frame),
      })),
    ],
  };
}

/** What is known of an object in a frame, or was in the last one before it. */
function attributesAt({ attributes }: Track, frame: number): Pick<Region, "attributes"> {
  const before = [...attributes.keys()].filter((one) => one <= frame);
  const found = attributes.get(before.length > 0 ? Math.max(...before) : frame);
  return found === undefined || Object.keys(found).length === 0 ? {} : { attributes: found };
}

/** Describe an object in its frames from one on. */
export function withTrackAttribute(
  annotations: Annotations,
  id: number,
  name: string,
  value: AttributeValue | null,
  from: number,
): Annotations {
  return {
    ...annotations,
    regions: annotations.regions.map((region) =>
      region.geometry.kind === "frame_box" &&
      region.geometry.track === id &&
      region.geometry.frame >= from
        ? withAttribute(region, name, value)
        : region,
    ),
  };
}

export function withoutTrack(annotations: Annotations, id: number): Annotations {
  return {
    ...annotations,
    regions: annotations.regions.filter(({ geometry }) => trackOf(geometry) !== id),
  };
}

/**
 * Make two objects of one from a frame on, when the video has gone over to another thing. `null` where
 * nothing would be left on one side.
 */
export function splitAt(annotations: Annotations, id: number, frame: number): Annotations | null {
  const tracks = tracksOf(annotations);
  const track = tracks.get(id);
  if (track === undefined) return null;
  const before = track.boxes.filter((box) => box.frame < frame);
  const after = track.boxes.filter((box) => box.frame >= frame);
  if (before.length === 0 || after.length === 0) return null;
  const first = withTrack(annotations, { ...track, boxes: before });
  return withTrack(first, { ...track, id: nextTrack(tracks), boxes: after });
}

/**
 * Make one object of two that are the same thing. Where both are seen the first one's boxes count;
 * the frames between them are filled on a straight line.
 */
export function merged(annotations: Annotations, into: number, other: number): Annotations | null {
  const tracks = tracksOf(annotations);
  const one = tracks.get(into);
  const two = tracks.get(other);
  if (one === undefined || two === undefined || into === other) return null;
  const known = new Set(one.boxes.map(({ frame }) => frame));
  const rest = two.boxes.filter(({ frame }) => !known.has(frame));
  // Keys of each apart: taken together, the gap between them would look like a way of its own.
  const keys = [...keysOf(one.boxes), ...keysOf(rest)];
  const isGap =
    rest.every(({ frame }) => frame < (one.boxes[0]?.frame ?? 0)) ||
    rest.every(({ frame }) => frame > (one.boxes.at(-1)?.frame ?? 0));
  const ofBoth = new Map([...two.attributes, ...one.attributes]);
  const boxes = isGap
    ? filled(keys)
    : [...one.boxes, ...rest].toSorted((left, right) => left.frame - right.frame);
  return withTrack(withoutTrack(annotations, other), { ...one, boxes, attributes: ofBoth });
}

/** Take a key frame away: the frames around it lie on one line again, or the track becomes shorter. */
export function withoutKey(track: Track, frame: number): Track {
  const keys = keysOf(track.boxes).filter((key) => key.frame !== frame);
  return { ...track, boxes: filled(keys) };
}

/** The next key frame of some objects after a frame, or the one before it. */
export function nextKey(tracks: Iterable<Track>, frame: number, by: 1 | -1): number | undefined {
  const keys = [...tracks].flatMap(({ boxes }) => keysOf(boxes).map((key) => key.frame));
  const beyond = keys.filter((key) => (key - frame) * by > 0);
  return beyond.length === 0 ? undefined : by > 0 ? Math.min(...beyond) : Math.max(...beyond);
}

const trackOf = (geometry: Region["geometry"]) =>
  geometry.kind === "frame_box" ? geometry.track : undefined;
