import { expect, it } from "vitest";

import { FITTED, panned, pinched, viewOf, zoomed } from "./stage-view";

const FRAME = { width: 824, height: 624 };
const IMAGE = { width: 400, height: 200 };

it("an image fits its window, in the middle", () => {
  expect(viewOf(FITTED, FRAME, IMAGE)).toMatchObject({ scale: 2, x: 12, y: 112 });
});

it("zooming keeps the place under the pointer where it is", () => {
  const at = { x: 300, y: 250 };
  const before = viewOf(FITTED, FRAME, IMAGE);
  const after = viewOf(zoomed(FITTED, 3, at, FRAME, IMAGE), FRAME, IMAGE);
  expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale, 9);
  expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale, 9);
  expect(zoomed({ zoom: 3, x: 9, y: 9 }, 0.01, at, FRAME, IMAGE)).toEqual(FITTED);
});

it("two fingers zoom about their middle and take the image along", () => {
  const before = [
    { x: 300, y: 300 },
    { x: 400, y: 300 },
  ] as const;
  const after = [
    { x: 260, y: 320 },
    { x: 460, y: 320 },
  ] as const;
  const start = zoomed(FITTED, 2, { x: 350, y: 300 }, FRAME, IMAGE);
  const place = pinched(start, before, after, FRAME, IMAGE);
  expect(place.zoom).toBeCloseTo(4, 9);
  const [old, now] = [viewOf(start, FRAME, IMAGE), viewOf(place, FRAME, IMAGE)];
  expect((360 - now.x) / now.scale).toBeCloseTo((350 - old.x) / old.scale, 9);
  expect((320 - now.y) / now.scale).toBeCloseTo((300 - old.y) / old.scale, 9);
});

it("an image cannot be lost out of the window", () => {
  const place = panned({ zoom: 2, x: 0, y: 0 }, 1e6, 0, FRAME, IMAGE);
  const view = viewOf(place, FRAME, IMAGE);
  expect(view.x).toBeLessThan(FRAME.width);
});
