import { describe, expect, it } from "vitest";

import { endedAt, filled, keysOf, withKey, type FrameBox } from "./track-keys";

const box = (frame: number, left: number, top = 0): FrameBox => ({
  kind: "frame_box",
  track: 1,
  frame,
  left,
  top,
  width: 10,
  height: 10,
});

describe("boxes of a track", () => {
  it("lie on the straight way between two keys", () => {
    expect(filled([box(0, 0), box(4, 8)]).map(({ frame, left }) => [frame, left])).toEqual([
      [0, 0],
      [1, 2],
      [2, 4],
      [3, 6],
      [4, 8],
    ]);
  });

  it("give back the keys that they were made of", () => {
    const keys = [box(0, 0), box(7, 3.3), box(20, 90, 40), box(21, 0)];
    expect(keysOf(filled(keys))).toEqual(keys);
    expect(keysOf([box(3, 1)])).toEqual([box(3, 1)]);
    expect(keysOf([])).toEqual([]);
  });

  it("follow when a frame between is set", () => {
    const changed = withKey(filled([box(0, 0), box(10, 10)]), box(5, 50));
    expect(changed).toHaveLength(11);
    expect(changed[4]?.left).toBe(40);
    expect(keysOf(changed).map(({ frame }) => frame)).toEqual([0, 5, 10]);
  });

  it("reach further when a frame beyond the end is set", () => {
    expect(withKey([box(2, 0)], box(4, 4)).map(({ left }) => left)).toEqual([0, 2, 4]);
  });

  it("end where the object leaves", () => {
    expect(endedAt(filled([box(0, 0), box(10, 10)]), 3)).toHaveLength(4);
  });
});
