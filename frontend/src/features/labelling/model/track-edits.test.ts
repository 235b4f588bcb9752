import { describe, expect, it } from "vitest";

import { NOTHING } from "./annotations";
import {
  nextKey,
  merged,
  splitAt,
  tracksOf,
  withoutKey,
  withTrack,
  type Track,
} from "./track-edits";
import { filled, keysOf, type FrameBox } from "./track-keys";

const box = (frame: number, left: number): FrameBox => ({
  kind: "frame_box",
  track: 1,
  frame,
  left,
  top: 0,
  width: 10,
  height: 10,
});
const way = (id: number, ...keys: FrameBox[]): Track => ({
  id,
  labelId: "car",
  boxes: filled(keys),
  attributes: new Map(),
});
const frames = (track: Track | undefined) => track?.boxes.map(({ frame }) => frame);

describe("a track", () => {
  const annotations = withTrack(NOTHING, way(1, box(0, 0), box(10, 100)));

  it("is split into two that keep every box and the class", () => {
    const split = splitAt(annotations, 1, 4);
    const tracks = split && tracksOf(split);
    expect(frames(tracks?.get(1))).toEqual([0, 1, 2, 3]);
    expect(frames(tracks?.get(2))).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(tracks?.get(2)?.labelId).toBe("car");
    expect(tracks?.get(2)?.boxes[0]?.left).toBe(40);
    expect(new Set(split?.regions.map(({ id }) => id)).size).toBe(11);
  });

  it("is not split where one side would be empty", () => {
    expect(splitAt(annotations, 1, 0)).toBeNull();
    expect(splitAt(annotations, 1, 11)).toBeNull();
  });

  it("is whole again when its parts are merged", () => {
    const split = splitAt(annotations, 1, 4) ?? NOTHING;
    const whole = merged(split, 1, 2) ?? NOTHING;
    expect(tracksOf(whole)).toEqual(tracksOf(annotations));
  });

  it("is filled on a line across the gap to what it is merged with", () => {
    const two = withTrack(annotations, way(2, box(20, 200), box(22, 0)));
    const track = tracksOf(merged(two, 1, 2) ?? NOTHING).get(1);
    expect(track?.boxes).toHaveLength(23);
    expect(track?.boxes[15]?.left).toBe(150);
    expect(keysOf(track?.boxes ?? []).map(({ frame }) => frame)).toEqual([0, 20, 22]);
  });

  it("keeps its own boxes where both are seen", () => {
    const two = withTrack(annotations, way(2, box(8, 0), box(12, 0)));
    const track = tracksOf(merged(two, 1, 2) ?? NOTHING).get(1);
    expect(track?.boxes.find(({ frame }) => frame === 9)?.left).toBe(90);
    expect(frames(track)?.at(-1)).toBe(12);
  });

  it("runs straight past a key frame that is taken away", () => {
    const bent = way(1, box(0, 0), box(5, 90), box(10, 100));
    expect(withoutKey(bent, 5).boxes[5]?.left).toBe(50);
    expect(frames(withoutKey(bent, 10))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("leads from key frame to key frame", () => {
    const tracks = [way(1, box(0, 0), box(5, 90), box(10, 100))];
    expect(nextKey(tracks, 0, 1)).toBe(5);
    expect(nextKey(tracks, 7, -1)).toBe(5);
    expect(nextKey(tracks, 10, 1)).toBeUndefined();
  });
});
