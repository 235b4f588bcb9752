import { describe, expect, it } from "vitest";

import { coloured } from "./point-colors";

const PALETTE = {
  series: ["#1", "#2", "#3", "#4", "#5", "#6", "#7", "#8"],
  low: "low",
  high: "high",
  none: "none",
};

function pointsOf(label: (string | null)[]) {
  const zeros = label.map(() => 0);
  return {
    ids: label.map((_, index) => String(index)),
    x: zeros,
    y: zeros,
    distance: label.map((_, index) => index / label.length),
    label,
    split: label.map(() => null),
    passes: label.map(() => true),
    version_number: null,
  };
}

describe("coloured", () => {
  it("gives the most frequent labels colours and counts each group", () => {
    const found = coloured(
      pointsOf(["b", "a", "a", null]),
      "label",
      [
        { id: "a", name: "apple" },
        { id: "b", name: "banana" },
      ],
      PALETTE,
    );
    expect(found.colors).toEqual(["#2", "#1", "#1", "none"]);
    expect(found.groups).toEqual([
      { key: "a", num: 2, color: "#1", label: "apple" },
      { key: "b", num: 1, color: "#2", label: "banana" },
      { key: "no_label", num: 1, color: "none" },
    ]);
  });

  it("takes labels beyond seven together", () => {
    const ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    const found = coloured(pointsOf(ids), "label", [], PALETTE);
    expect(found.groups.find(({ key }) => key === "other_labels")?.num).toBe(2);
  });

  it("tells the few that stand apart from the others", () => {
    const found = coloured(
      pointsOf(Array.from({ length: 200 }, () => null)),
      "distance",
      [],
      PALETTE,
    );
    expect(found.groups.map(({ key, num }) => [key, num])).toEqual([
      ["odd", 4],
      ["rather_odd", 16],
      ["usual", 80],
      ["close", 100],
    ]);
  });
});
