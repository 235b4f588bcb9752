import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import type { BatchPrediction } from "../types";
import { ResultsPanel } from "./results-panel";

const BATCH = { id: "b1", formats: ["jsonl"] } as unknown as BatchPrediction;

it("shows texts by their first words, with the name of the file below", async () => {
  const line = { id: "s1", input: "0007.txt", input_text: "The room was quiet", results: [] };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(`${JSON.stringify(line)}\n`)));
  await show(<ResultsPanel batch={BATCH} />);
  expect(await screen.findByText("The room was quiet")).toBeVisible();
  expect(screen.getByText("0007.txt")).toBeVisible();
});
