import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { Histogram } from "./histogram";

const BINS = [
  { low: 0.8, high: 45.4, num: 3 },
  { low: 45.4, high: 90, num: 1 },
];

it("writes durations as such", async () => {
  await show(<Histogram bins={BINS} unit="seconds" />);
  expect(screen.getByRole("row", { name: "45 sec–1 min 30 sec 1" })).toBeInTheDocument();
});

it("writes lengths in whole characters", async () => {
  await show(<Histogram bins={BINS} unit="count" />);
  expect(screen.getByRole("row", { name: "1–45 3" })).toBeInTheDocument();
});
