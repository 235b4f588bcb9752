import { expect, it } from "vitest";

import { shareEnd } from "./share-axis";

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
