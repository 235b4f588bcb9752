import type { Annotations, Region } from "./annotations";
import { filled, keysOf, type FrameBox } from "./track-keys";

/** One object that is followed through a film. */
export interface Track {
  readonly id: number;
  readonly labelId: string | null;
  /** A box for each frame in which it is seen, in the order of time. */
  readonly boxes: readonly FrameBox[];
}

/** The objects of a film by the frames they are first seen in. */
export function tracksOf(said: Annotations): ReadonlyMap<number, Track> {
  const found = new Map<number, { id: number; labelId: string | null; boxes: FrameBox[] }>();
  for (const { geometry, labelId } of said.regions) {
    if (geometry.kind !== "frame_box") continue;
    const track = found.get(geometry.track) ?? { id: geometry.track, labelId, boxes: [] };
    found.set(geometry.track, track);
    track.boxes.push(geometry);
  }
  for (const { boxes } of found.values()) boxes.sort((one, other) => one.frame - other.frame);
  return new Map([...found].toSorted(([one], [other]) => one - other));
}

export function nextTrack(tracks: ReadonlyMap<number, Track>): number {
  return 1 + Math.max(0, ...tracks.keys());
}

/** Say where an object is, in place of all that was said of it. */
export function withTrack(said: Annotations, { id, labelId, boxes }: Track): Annotations {
  return {
    ...said,
    regions: [
      ...said.regions.filter(({ geometry }) => trackOf(geometry) !== id),
      ...boxes.map((box): Region => ({
        id: `${id}-${box.frame}`,
        labelId,
        geometry: { ...box, track: id },
        text: null,
      })),
    ],
  };
}

export function withoutTrack(said: Annotations, id: number): Annotations {
  return withTrack(said, { id, labelId: null, boxes: [] });
}

/**
 * Make two objects of one from a frame on, when the film has gone over to another thing. `null` where
 * nothing would be left on one side.
 */
export function splitAt(said: Annotations, id: number, frame: number): Annotations | null {
  const tracks = tracksOf(said);
  const track = tracks.get(id);
  if (track === undefined) return null;
  const before = track.boxes.filter((box) => box.frame < frame);
  const after = track.boxes.filter((box) => box.frame >= frame);
  if (before.length === 0 || after.length === 0) return null;
  const first = withTrack(said, { ...track, boxes: before });
  return withTrack(first, { id: nextTrack(tracks), labelId: track.labelId, boxes: after });
}

/**
 * Make one object of two that are the same thing. Where both are seen the first one's boxes count;
 * the frames between them are filled on a straight line.
 */
export function merged(said: Annotations, into: number, other: number): Annotations | null {
  const tracks = tracksOf(said);
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
  const boxes = isGap
    ? filled(keys)
    : [...one.boxes, ...rest].toSorted((left, right) => left.frame - right.frame);
  return withTrack(withoutTrack(said, other), { ...one, boxes });
}

/** Take a key frame away: the frames around it lie on one line again, or the track becomes shorter. */
export function withoutKey(track: Track, frame: number): Track {
  const keys = keysOf(track.boxes).filter((key) => key.frame !== frame);
  return { ...track, boxes: filled(keys) };
}

/** The next key frame of some objects after a frame, or the one before it. */
export function keyBeside(tracks: Iterable<Track>, frame: number, by: 1 | -1): number | undefined {
  const keys = [...tracks].flatMap(({ boxes }) => keysOf(boxes).map((key) => key.frame));
  const beyond = keys.filter((key) => (key - frame) * by > 0);
  return beyond.length === 0 ? undefined : by > 0 ? Math.min(...beyond) : Math.max(...beyond);
}

const trackOf = (geometry: Region["geometry"]) =>
  geometry.kind === "frame_box" ? geometry.track : undefined;
