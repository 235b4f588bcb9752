import { describe, expect, it } from "vitest";

import { choose, chooseAll, keepPresent, NOTHING_SELECTED, step } from "./selection";

const order = ["a", "b", "c", "d", "e"];
const plain = { shift: false, toggle: false };
const shift = { shift: true, toggle: false };
const toggle = { shift: false, toggle: true };

describe("selection", () => {
  it("replaces what was selected on a plain click", () => {
    const first = choose(NOTHING_SELECTED, order, "a", plain);
    expect([...choose(first, order, "c", plain).ids]).toEqual(["c"]);
  });

  it("selects from the anchor in either direction with shift", () => {
    const anchored = choose(NOTHING_SELECTED, order, "c", plain);
    expect([...choose(anchored, order, "e", shift).ids]).toEqual(["c", "d", "e"]);
    expect([...choose(anchored, order, "a", shift).ids]).toEqual(["a", "b", "c"]);
  });

  it("keeps the anchor while shift clicks move the other end", () => {
    const anchored = choose(NOTHING_SELECTED, order, "b", plain);
    const longer = choose(anchored, order, "e", shift);
    expect([...choose(longer, order, "c", shift).ids]).toEqual(["b", "c"]);
  });

  it("adds and removes single items with ctrl", () => {
    const one = choose(NOTHING_SELECTED, order, "a", toggle);
    const two = choose(one, order, "d", toggle);
    expect([...two.ids]).toEqual(["a", "d"]);
    expect([...choose(two, order, "a", toggle).ids]).toEqual(["d"]);
  });

  it("adds a range to the rest with shift and ctrl together", () => {
    const one = choose(NOTHING_SELECTED, order, "a", plain);
    const other = choose(one, order, "c", toggle);
    const both = choose(other, order, "d", { shift: true, toggle: true });
    expect([...both.ids]).toEqual(["a", "c", "d"]);
  });

  it("forgets samples that have left the wall", () => {
    const all = chooseAll(order);
    const kept = keepPresent(all, ["b", "d"]);
    expect([...kept.ids]).toEqual(["b", "d"]);
    expect(kept.anchor).toBeNull();
    expect(keepPresent(kept, order)).toBe(kept);
  });

  it("moves by rows and columns and stays inside the wall", () => {
    expect(step(0, "ArrowRight", 3, 5)).toBe(1);
    expect(step(1, "ArrowDown", 3, 5)).toBe(4);
    expect(step(2, "ArrowDown", 3, 5)).toBe(2);
    expect(step(0, "ArrowUp", 3, 5)).toBe(0);
    expect(step(2, "End", 3, 5)).toBe(4);
  });
});
