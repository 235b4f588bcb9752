import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Label, Sample } from "@/api/datasets";
import type { Media } from "@/components/media/source";
import { show } from "@/test/render";

import { SampleTile } from "./sample-tile";

const LABEL = { id: "l1", name: "parcel", color: "#123456" } as Label;

async function shown(media: Media) {
  const sample = {
    id: "s1",
    dataset_id: "d1",
    name: "a",
    width: 64,
    height: 48,
    duration_ms: 1300,
    num_characters: null,
    excerpt: "",
    labelled_at: "2026-11-20T12:00:00Z",
    is_negative: false,
    labels: [],
    region_labels: [{ id: "l1", num: 2 }],
    drawn: [{ label_id: "l1", num: 1, outlines: "M1 1h2v2h-2z", points: "", spans: [] }],
    texts: [],
    value: null,
  } as unknown as Sample;
  await show(
    <SampleTile
      sample={sample}
      media={media}
      labelById={new Map([[LABEL.id, LABEL]])}
      isAnnotated
      isWhole
      index={0}
      isActive
      isSelected={false}
      isSelecting={false}
      size={320}
      onOpen={() => undefined}
      onSelect={() => undefined}
      onKeyDown={() => undefined}
    />,
  );
  await screen.findByText("parcel ×2");
}

it("says how many regions of an image are not drawn on it", async () => {
  await shown("image");
  expect(screen.getByText("1 more")).toBeInTheDocument();
});

it("counts all objects of a video, of which only the first frame is drawn", async () => {
  await shown("video");
  expect(screen.queryByText("1 more")).toBeNull();
});
