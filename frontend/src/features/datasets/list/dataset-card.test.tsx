import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Dataset } from "@/api/datasets";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { DatasetCard } from "./dataset-card";

const annotation_card = { is_classification: true };
const catalog = {
  tasks: [
    { key: "text.classification", media: "text", annotation: "classes", annotation_card },
    { key: "image.classification", media: "image", annotation: "classes", annotation_card },
  ],
};

async function shown(task: string) {
  responding({
    "GET /api/v1/catalog": { body: catalog },
    "GET /api/v1/datasets/d1/samples": {
      body: {
        next: null,
        results: [
          {
            id: "s1",
            dataset_id: "d1",
            name: "1.txt",
            width: null,
            height: null,
            duration_ms: null,
            num_characters: 16,
            excerpt: "Where is my box?",
          },
        ],
      },
    },
  });
  const dataset = {
    id: "d1",
    task,
    name: "Letters",
    num_samples: 1,
    num_labelled: 0,
    num_rows: null,
    num_bytes: 16,
    latest_version: null,
    updated_at: "2026-11-27T10:00:00Z",
  } as unknown as Dataset;
  return await show(<DatasetCard dataset={dataset} />);
}

it("shows the beginning of a text, not an image that it has not", async () => {
  const { container } = await shown("text.classification");
  expect(await screen.findByText("Where is my box?")).toBeInTheDocument();
  expect(container.querySelector("img")).toBeNull();
});

it("shows small images of images", async () => {
  const { container } = await shown("image.classification");
  await screen.findByText("Letters");
  await expect.poll(() => container.querySelector("img")?.getAttribute("src")).toContain("s1");
});
