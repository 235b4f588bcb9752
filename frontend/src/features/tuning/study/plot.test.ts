import { expect, it } from "vitest";

import { gapOf, PLOT } from "./plot";

it.each([
  [2, 2000],
  [5, 1000],
])("fills the width that there is with %d axes", (numAxes, width) => {
  expect(2 * PLOT.side + (numAxes - 1) * gapOf(numAxes, width)).toBe(width);
});

it("keeps axes legible where there is no room", () => {
  expect(gapOf(8, 340)).toBe(PLOT.minGap);
  expect(gapOf(1, 0)).toBe(PLOT.minGap);
});
