import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { problem, responding } from "@/test/server";

import type { LoadTest } from "../types";
import { LoadTestPanel } from "./load-test-panel";
import { STAGE } from "./stage-fixture";

const TEST: LoadTest = {
  id: "t1",
  deployment_id: "d1",
  revision: 2,
  model_version_number: 7,
  callers: [1, 2],
  seconds_per_stage: 5,
  target_p99_ms: 200,
  stages: [STAGE, { ...STAGE, callers: 2, calls_per_second: 90, p99_ms: 41 }],
  best: 1,
  is_failing: false,
  request_source: "sample",
  request_name: "3.png",
  machine: "host",
  num_cores: 2,
  job: null,
  created_by: null,
  created_at: "2026-11-28T08:00:00Z",
};
const PATH = "/api/v1/deployments/d1/load-tests";
const LIST = `GET ${PATH}`;
const REVISIONS = "GET /api/v1/deployments/d1/revisions";
const listed = (...results: unknown[]) => ({ body: { next: null, previous: null, results } });

it("begins a test of six stages with one click, and says why it cannot", async () => {
  const requests = responding({
    [LIST]: listed(),
    [REVISIONS]: listed(),
    [`POST ${PATH}`]: { status: 409, body: problem("load_test_running") },
  });
  await show(<LoadTestPanel deploymentId="d1" mayTest />);
  expect(await screen.findByText("Not tested yet")).toBeVisible();
  expect(screen.getByText(/^30 seconds of calls\. Real callers share the machine/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Load test" }));
  expect(await screen.findByText(/two at a time would measure each other/)).toBeVisible();
  const sent = requests.find(({ method }) => method === "POST");
  expect(await sent?.json()).toEqual({
    revision: null,
    callers: [1, 2, 4, 8, 16, 32],
    seconds_per_stage: 5,
    target_p99_ms: 200,
  });
});

it("says what the endpoint holds, with the figures of each stage", async () => {
  responding({ [LIST]: listed(TEST), [REVISIONS]: listed() });
  await show(<LoadTestPanel deploymentId="d1" mayTest />);
  expect(await screen.findByText("Holds 90 calls/s at p99 ≤ 200 ms")).toBeVisible();
  expect(screen.getByText(/Revision 2 \(v7\) · · host, 2 cores · request: 3\.png/)).toBeVisible();
  expect(screen.getAllByText("within target")).toHaveLength(2);
});

it.each([
  [
    { stages: [STAGE], best: null, target_p99_ms: 10 },
    "Not even one caller is answered at p99 ≤ 10 ms",
  ],
  [{ target_p99_ms: null }, "Answers up to 90 calls/s, p99 41 ms"],
  [{ stages: [], best: null }, "No stage was measured"],
])("is honest about what was found: %#", async (part, headline) => {
  responding({ [LIST]: listed({ ...TEST, ...part }), [REVISIONS]: listed() });
  await show(<LoadTestPanel deploymentId="d1" mayTest />);
  expect(await screen.findByText(headline)).toBeVisible();
});

it("marks figures that may be those of the client, and names errors", async () => {
  const stage = {
    ...STAGE,
    num_failed: 3,
    errors: { overloaded: 2, no_answer: 1 },
    is_client_saturated: true,
    is_within_target: false,
  };
  responding({
    [LIST]: listed({ ...TEST, stages: [stage], best: null, is_failing: true }),
    [REVISIONS]: listed(),
  });
  await show(<LoadTestPanel deploymentId="d1" mayTest />);
  expect(await screen.findByText("client saturated")).toBeVisible();
  expect(screen.getByText(/no answer in time × 1/)).toBeVisible();
  expect(screen.getByText(/More than half of the calls of the last stage failed/)).toBeVisible();
});

it("compares the two tests that were chosen last", async () => {
  const old = { ...TEST, id: "t0", revision: 1, model_version_number: 6, best: 0, machine: "" };
  responding({ [LIST]: listed(TEST, old), [REVISIONS]: listed() });
  await show(<LoadTestPanel deploymentId="d1" mayTest />);
  await screen.findByText("Earlier tests. Choose two to compare them.");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Revision 1 \(v6\)/ }));
  expect(
    await screen.findByText(/^Compared with: Holds 84 calls\/s at p99 ≤ 200 ms · Revision 1/),
  ).toBeVisible();
});

it("follows a test stage by stage, and cancels it", async () => {
  const job = {
    id: "j1",
    kind: "load_test",
    state: "running",
    phase: "measure",
    done: 5,
    total: 10,
    title: "Endpoint",
    cancel_requested: false,
    error: null,
    waiting: null,
  };
  const running = { ...TEST, stages: [STAGE], best: 0, job };
  const requests = responding({
    [LIST]: listed(running),
    [REVISIONS]: listed(),
    "GET /api/v1/jobs/j1": { body: job },
    [`POST ${PATH}/t1/cancel`]: { status: 202, body: running },
  });
  await show(<LoadTestPanel deploymentId="d1" mayTest />);
  expect(await screen.findByText("Stage 2 of 2: 2 callers")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Load test" })).not.toBeInTheDocument();
  expect(within(screen.getByRole("table")).getAllByRole("row").length).toBeGreaterThan(1);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() =>
    expect(requests.some(({ method, url }) => method === "POST" && url.endsWith("/cancel"))).toBe(
      true,
    ),
  );
});

it("says in the result and in the list which tests ended early", async () => {
  const failing = { ...TEST, id: "t2", is_failing: true, created_at: "2026-11-28T07:00:00Z" };
  responding({ [LIST]: listed(failing, TEST), [REVISIONS]: listed() });
  await show(<LoadTestPanel deploymentId="d1" mayTest={false} />);
  const early = /Holds 90 calls\/s at p99 ≤ .* · ended early, most calls failed/;
  expect(await screen.findAllByText(early)).toHaveLength(2);
  expect(screen.getAllByText(/^Holds 90 calls\/s at p99 ≤ [^·]*$/)).toHaveLength(1);
});

it("lists two stages of as many callers", async () => {
  const again = { ...TEST, stages: [STAGE, { ...STAGE, calls_per_second: 61 }] };
  responding({ [LIST]: listed(again), [REVISIONS]: listed() });
  await show(<LoadTestPanel deploymentId="d1" mayTest={false} />);
  const table = await screen.findByRole("table");
  expect(within(table).getByText("84")).toBeVisible();
  expect(within(table).getByText("61")).toBeVisible();
});
