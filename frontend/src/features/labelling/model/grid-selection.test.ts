import { expect, it } from "vitest";

import { chooseInGrid, stepInGrid } from "./grid-selection";

const order = ["a", "b", "c", "d"];
const none = { ids: new Set<string>(), anchor: null };

it("collects images click by click, and takes one back when clicked again", () => {
  const two = chooseInGrid(chooseInGrid(none, order, "a", { shift: false }), order, "c", {
    shift: false,
  });
  expect([...two.ids]).toEqual(["a", "c"]);
  expect([...chooseInGrid(two, order, "a", { shift: false }).ids]).toEqual(["c"]);
});

it("adds the whole range with shift", () => {
  const one = chooseInGrid(none, order, "d", { shift: false });
  expect([...chooseInGrid(one, order, "b", { shift: true }).ids].sort()).toEqual(["b", "c", "d"]);
});

it("steps through rows and columns", () => {
  expect(stepInGrid(0, "ArrowDown", 2, 4)).toBe(2);
  expect(stepInGrid(3, "ArrowRight", 2, 4)).toBe(3);
});
