import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import type { Sample } from "@/api/datasets";
import type { Media } from "@/components/media/source";
import { show } from "@/test/render";

import { BatchGrid } from "./batch-grid";
import { QueueStrip } from "./queue-strip";

const SAMPLE: Sample = {
  id: "s1",
  dataset_id: "d1",
  name: "wines",
  width: null,
  height: null,
  duration_ms: null,
  num_frames: null,
  num_characters: 9,
  num_rows: null,
  excerpt: "",
  bytes: 10,
  created_at: "2026-01-01T00:00:00Z",
  revision: 1,
  labelled_at: null,
  is_negative: false,
  trashed_at: null,
  labels: [],
  region_labels: [],
  drawn: [],
  texts: [],
  value: null,
  split: null,
  tags: [],
};
const RED = {
  id: "l1",
  name: "red",
  color: "#d55e00",
  description: "",
  position: 0,
  num_samples: 1,
  num_regions: 0,
  num_relations: 0,
  attributes: [],
};

/** What can be read on a tile of each medium is part of its name. */
const TILES: [Media, Partial<Sample>, string][] = [
  ["image", {}, ""],
  ["video", { duration_ms: 65_000 }, "1:05.0"],
  ["audio", { duration_ms: 2_000 }, "0:02.0"],
  ["text", { excerpt: "Dry and full" }, "Dry and full"],
  ["table", { excerpt: "alcohol 13.1" }, "alcohol 13.1"],
];

/** Match a name but for spaces: jsdom sets none between blocks, as it knows no blocks. */
const named = (words: string) => (name: string) => unspaced(name) === unspaced(words);
const unspaced = (text: string) => text.replaceAll(/\s/g, "");

// jsdom lays nothing out, and the strip shows only what there is room for.
beforeEach(() => {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
});

it.each(TILES)("names a tile of the strip by all that it shows: %s", async (media, given, read) => {
  const rest = { media, labels: [RED], position: 0, onShow: () => undefined };
  const samples = [
    { ...SAMPLE, ...given },
    { ...SAMPLE, ...given, id: "s2", name: "more wines" },
  ];
  const current = ({ id }: Sample) => (id === "s1" ? null : ["l1"]);
  await show(<QueueStrip {...rest} samples={samples} current={current} />);
  expect(screen.getByRole("button", { name: named(`wines: Unlabelled${read}`) })).toBeVisible();
  expect(screen.getByRole("button", { name: named(`more wines: red${read}`) })).toBeVisible();
});

it.each(TILES)("names a tile of the grid by all that it shows: %s", async (media, given, read) => {
  const samples = [{ ...SAMPLE, ...given }];
  await show(
    <BatchGrid
      samples={samples}
      media={media}
      labels={[RED]}
      selection={new Set()}
      active={0}
      current={() => ["l1"]}
      scoreOf={() => 0.97}
      onActive={() => undefined}
      onChoose={() => undefined}
      onAll={() => undefined}
    />,
  );
  expect(screen.getByRole("button", { name: named(`wines: red${read}97%`) })).toBeVisible();
});
