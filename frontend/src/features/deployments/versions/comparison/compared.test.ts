import { describe, expect, it } from "vitest";

import type { CallFigures, DeploymentRevision } from "../../types";
import { columnOf, labelRows, mainBut, pairOf } from "./compared";

const figures = (num_calls: number, labels: Record<string, number> = {}) =>
  ({ num_calls, labels }) as CallFigures;
const revision = (number: number, routed_weight: number) =>
  ({ number, routed_weight, weight: 0 }) as DeploymentRevision;
const version = { id: "m1", number: 1, model_name: "Digits" };

describe("the address", () => {
  it("names two revisions or none", () => {
    expect(pairOf("2,1")).toEqual([2, 1]);
    for (const wrong of [null, "", "2", "2,", "0,1", "2,1,3", "a,b", "-1,2"]) {
      expect(pairOf(wrong)).toBeNull();
    }
  });
});

describe("the revision to compare with", () => {
  it("is the one with most of the calls, but for oneself", () => {
    const all = [revision(3, 0), revision(2, 30), revision(1, 70)];
    expect(mainBut(all)).toBe(1);
    expect(mainBut(all, 3)).toBe(1);
    expect(mainBut(all, 1)).toBe(2);
    expect(mainBut([revision(1, 100)], 1)).toBeUndefined();
  });
});

describe("a column", () => {
  it("is of copies only where nothing was answered", () => {
    const side = { number: 2, model_version: version, answered: figures(0), copies: figures(7) };
    expect(columnOf(side)).toMatchObject({ isShadow: true, figures: { num_calls: 7 } });
    const both = { ...side, answered: figures(1) };
    expect(columnOf(both)).toMatchObject({ isShadow: false, figures: { num_calls: 1 } });
    expect(columnOf({ ...side, copies: null }).isShadow).toBe(false);
  });

  it("has shares of its own labelled calls, the largest first", () => {
    const columns = [
      { number: 2, figures: figures(9, { cat: 1, dog: 3 }), isShadow: false },
      { number: 1, figures: figures(9, { cat: 5 }), isShadow: false },
      { number: 4, figures: figures(0), isShadow: false },
    ];
    expect(labelRows(columns)).toEqual([
      { label: "cat", nums: [1, 5, 0], shares: [0.25, 1, 0] },
      { label: "dog", nums: [3, 0, 0], shares: [0.75, 0, 0] },
    ]);
  });
});
