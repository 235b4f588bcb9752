import { describe, expect, it } from "vitest";

import { bodyOf } from "../api/save-annotations";
import { afterEdit, annotationsOf, NOTHING, numRegionsOf, type Annotations } from "./annotations";
import { press, pressForAll } from "./label-change";

const BOX = { kind: "box", left: 1, top: 1, width: 3, height: 3 } as const;
const ONE: Annotations = {
  ...NOTHING,
  regions: [{ id: "a", labelId: "l", geometry: BOX, text: null }],
};

describe("what a change makes of a sample", () => {
  it("is unlabelled once its last region is deleted", () => {
    expect(afterEdit(ONE, NOTHING)).toBeNull();
    expect(afterEdit(null, ONE)).toBe(ONE);
  });

  it("stays a negative while nothing is added to it", () => {
    expect(afterEdit(NOTHING, { ...NOTHING })).toBe(NOTHING);
  });

  it("is unlabelled once its last label is taken off", () => {
    expect(press(["cat"], "cat", true)).toBeNull();
    expect(pressForAll([["cat"], ["cat", "dog"]], "cat", true)).toEqual([null, ["dog"]]);
  });
});

it("an object in many frames of a video counts once", () => {
  const regions = [0, 1, 2, 3].map((position) => ({
    id: String(position),
    labelId: "l",
    geometry: { ...BOX, kind: "frame_box", frame: position >> 1, track: position % 2 } as const,
    text: null,
  }));
  expect(numRegionsOf(regions)).toBe(2);
  expect(numRegionsOf(ONE.regions)).toBe(1);
});

describe("what is saved", () => {
  it("says outright that nothing is there", () => {
    expect(bodyOf(NOTHING).is_negative).toBe(true);
    expect(bodyOf(ONE).is_negative).toBe(false);
  });

  it("keeps the attributes of regions", () => {
    const region = { ...ONE.regions[0], attributes: { occluded: true, colour: "red" } };
    const body = bodyOf({ ...ONE, regions: [region as Annotations["regions"][number]] });
    expect(body.regions[0]?.attributes).toEqual({ occluded: true, colour: "red" });
    const read = annotationsOf({
      labelled_at: "2026-01-01T00:00:00Z",
      labels: [],
      regions: body.regions.map((one) => ({ ...one, source: "human", author: null })),
      relations: [],
      texts: [],
      value: null,
    } as unknown as Parameters<typeof annotationsOf>[0]);
    expect(read?.regions[0]?.attributes).toEqual({ occluded: true, colour: "red" });
  });
});
