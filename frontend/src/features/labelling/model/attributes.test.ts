import { describe, expect, it } from "vitest";

import type { Label } from "@/api/datasets";

import { NOTHING, type Region } from "./annotations";
import { relabelled, withAttribute, type AttributeDefinition } from "./attributes";
import { tracksOf, withTrack } from "./track-edits";

const COLOUR: AttributeDefinition = { name: "colour", kind: "choice", values: ["red", "blue"] };
const OCCLUDED: AttributeDefinition = { name: "occluded", kind: "flag", values: [] };
const label = (id: string, attributes: AttributeDefinition[]) => ({ id, attributes }) as Label;
const BOX: Region = {
  id: "a",
  labelId: "car",
  geometry: { kind: "box", left: 1, top: 1, width: 3, height: 3 },
  text: null,
};

describe("attributes of a region", () => {
  it("are set, and taken away again without a trace", () => {
    const red = withAttribute(BOX, "colour", "red");
    expect(red.attributes).toEqual({ colour: "red" });
    expect(withAttribute(red, "colour", null)).toEqual(BOX);
  });

  it("stay under another label where that one has them", () => {
    const region = { ...BOX, attributes: { colour: "red", occluded: true } };
    const labels = [label("car", [COLOUR, OCCLUDED]), label("bus", [OCCLUDED])];
    expect(relabelled(region, "bus", labels)).toEqual({
      ...BOX,
      labelId: "bus",
      attributes: { occluded: true },
    });
  });

  it("go along when a track is drawn anew, and into the frames that are filled", () => {
    const at = (frame: number, left: number) =>
      ({ kind: "frame_box", track: 1, frame, left, top: 1, width: 3, height: 3 }) as const;
    const annotations = {
      ...NOTHING,
      regions: [
        { ...BOX, id: "1-0", geometry: at(0, 1), attributes: { occluded: true } },
        { ...BOX, id: "1-2", geometry: at(2, 3) },
      ],
    };
    const track = tracksOf(annotations).get(1);
    if (track === undefined) throw new Error("There is no track.");
    const next = withTrack(annotations, { ...track, boxes: [at(0, 1), at(1, 2), at(2, 4)] });
    expect(next.regions.map(({ attributes }) => attributes)).toEqual([
      { occluded: true },
      { occluded: true },
      undefined,
    ]);
  });
});
