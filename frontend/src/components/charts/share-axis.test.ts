import { expect, it } from "vitest";

import { shareEnd, shareStart } from "./share-axis";

it("ends with the whole where round numbers may lead beyond it", () => {
  expect(shareEnd({ min: 0.9, max: 1 })).toBe(1);
  expect(shareEnd({ min: 1, max: 1 })).toBe(1);
  expect(shareEnd({ min: 0.7, max: 0.7 })).toBe(1);
});

it("leaves other ends to the chart", () => {
  expect(shareEnd({ min: 0.1, max: 0.3 })).toBeNull();
  // An error rate may well be above one.
  expect(shareEnd({ min: 0.4, max: 1.3 })).toBeNull();
});

it("is whole around a share that never changes", () => {
  expect([shareStart({ min: 1, max: 1 }), shareEnd({ min: 1, max: 1 })]).toEqual([0, 1]);
  expect(shareStart({ min: 0.9, max: 1 })).toBeNull();
});
