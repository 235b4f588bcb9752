import { expect, it } from "vitest";

import { FITTED, panned, zoomed } from "./zoom";

it("keeps the point under the pointer where it is while zooming", () => {
  const view = zoomed(panned(zoomed(FITTED, 2, 0, 0), 30, -10), 3, 120, 40);
  const before = panned(zoomed(FITTED, 2, 0, 0), 30, -10);
  const pointBefore = (120 - before.x) / before.scale;
  const pointAfter = (120 - view.x) / view.scale;
  expect(pointAfter).toBeCloseTo(pointBefore, 9);
});

it("never shows the image smaller than fitted, and centres it then", () => {
  expect(zoomed(panned(zoomed(FITTED, 2, 0, 0), 50, 50), 0.1, 0, 0)).toEqual(FITTED);
});
