import { expect, it } from "vitest";

import { frameRateOf, objectsAt, tracksOf } from "./tracks";

const box = (track_id: number) => ({
  name: "ball",
  track_id,
  score: 0.9,
  location: { left: 0, top: 0, width: 4, height: 4 },
});
const FRAMES = [
  { frame: 0, time_seconds: 0, objects: [box(2)] },
  { frame: 1, time_seconds: 0.1, objects: [box(2), box(1)] },
  { frame: 2, time_seconds: 0.2, objects: [] },
  { frame: 3, time_seconds: 0.3, objects: [box(1)] },
];

it("a track lasts from the begin of its first frame to the end of its last, gaps included", () => {
  expect(tracksOf(FRAMES)).toEqual([
    { id: 2, name: "ball", startSeconds: 0, endSeconds: expect.closeTo(0.2), numFrames: 2 },
    { id: 1, name: "ball", startSeconds: 0.1, endSeconds: expect.closeTo(0.4), numFrames: 2 },
  ]);
});

it("a time shows the frame that began last", () => {
  expect(objectsAt(FRAMES, 0.15)).toHaveLength(2);
  expect(objectsAt(FRAMES, 0.2)).toEqual([]);
  expect(objectsAt(FRAMES, 99)).toHaveLength(1);
  expect(objectsAt([], 1)).toEqual([]);
});

it("the frame rate follows from the times", () => {
  expect(frameRateOf(FRAMES)).toBeCloseTo(10);
  expect(frameRateOf([])).toBeUndefined();
});
