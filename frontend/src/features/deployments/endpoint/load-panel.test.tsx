import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { LoadPanel } from "./load-panel";

const LOAD = "GET /api/v1/deployments/d1/load";
const quiet = {
  time: "2026-11-28T08:00:00Z",
  cpu_cores: 0.2,
  memory_bytes: 1e8,
  queue_ms: null,
  batch_size: null,
};

it("draws what was measured, and no empty chart where nobody called", async () => {
  responding({ [LOAD]: { body: { revisions: [{ revision: 1, points: [quiet] }] } } });
  await show(<LoadPanel deploymentId="d1" />);
  expect(await screen.findByText("CPU, cores on average")).toBeVisible();
  expect(screen.getByText("Memory")).toBeVisible();
  expect(screen.queryByText("Queue time of a call, on average")).not.toBeInTheDocument();
});

it("draws how calls waited once there were some", async () => {
  const called = { ...quiet, queue_ms: 2, batch_size: 3 };
  responding({ [LOAD]: { body: { revisions: [{ revision: 1, points: [called] }] } } });
  await show(<LoadPanel deploymentId="d1" />);
  expect(await screen.findByText("Queue time of a call, on average")).toBeVisible();
  expect(screen.getByText("Batch size of a call, on average")).toBeVisible();
});

it("says when nothing was measured yet", async () => {
  responding({ [LOAD]: { body: { revisions: [] } } });
  await show(<LoadPanel deploymentId="d1" />);
  expect(await screen.findByText("Nothing measured yet")).toBeVisible();
});
