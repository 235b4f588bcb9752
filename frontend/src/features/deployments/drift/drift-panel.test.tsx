import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import type { DriftWindow, DriftWindowReport, RevisionDrift } from "../types";
import { DriftPanel } from "./drift-panel";

const settings = { window_calls: 500, window_hours: 24, keep_days: 90 };
const same: DriftWindow = {
  id: "w1",
  revision: 2,
  first_at: "2030-01-01T09:00:00Z",
  last_at: "2030-01-01T15:00:00Z",
  num_calls: 500,
  num_measured: 500,
  num_compared: 500,
  verdict: "same",
  num_drifted: 0,
  excess: 0.7,
};
const drifted: DriftWindow = {
  ...same,
  id: "w2",
  first_at: "2030-01-01T15:00:00Z",
  last_at: "2030-01-02T09:00:00Z",
  num_calls: 900,
  verdict: "drifted",
  num_drifted: 2,
  excess: 8,
};
const report: DriftWindowReport = {
  window: drifted,
  num_reference: 300,
  features: [
    {
      name: "input.sharpness",
      num_values: 500,
      tests: [
        { statistic: "psi", value: 0.8, threshold: 0.1 },
        { statistic: "ks", value: 0.05, threshold: 0.09 },
      ],
      has_drifted: true,
      change: "lower",
      label: null,
      before: 0.051,
      now: 0.012,
      now_beyond: "below",
    },
    {
      name: "answer.class",
      num_values: 500,
      tests: [{ statistic: "psi", value: 0.3, threshold: 0.1 }],
      has_drifted: true,
      change: "more_of",
      label: "cat",
      before: 0.2,
      now: 0.45,
      now_beyond: null,
    },
    {
      name: "input.brightness",
      num_values: 500,
      tests: [{ statistic: "psi", value: 0.02, threshold: 0.1 }],
      has_drifted: false,
      change: "none",
      label: null,
      before: null,
      now: null,
      now_beyond: null,
    },
  ],
  distributions: [
    {
      name: "input.sharpness",
      edges: [0.03],
      categories: [],
      before: [0, 0.25, 0.75],
      now: [0, 0.9, 0.1],
    },
  ],
};
const revision: RevisionDrift = {
  revision: 2,
  version: 3,
  weight: 100,
  is_shadow: false,
  has_reference: true,
  num_counted: 0,
  num_needed: 50,
  latest: null,
  drifted_since: null,
};

function server(
  revisions: RevisionDrift[],
  windows: DriftWindow[] = [],
  role = "developer",
  reports: DriftWindowReport[] = [report],
) {
  return responding({
    "GET /api/v1/deployments/e1/drift": { body: { revisions } },
    "GET /api/v1/deployments/e1/drift/settings": { body: settings },
    "PATCH /api/v1/deployments/e1/drift/settings": { body: settings },
    "GET /api/v1/deployments/e1/drift/windows": {
      body: { next: null, previous: null, results: windows },
    },
    ...Object.fromEntries(
      reports.map((one) => [`GET /api/v1/drift-windows/${one.window.id}`, { body: one }]),
    ),
    "GET /api/v1/projects/p1": { body: { id: "p1", task: "image.classification", role } },
  });
}

const place = {
  at: "/projects/p1/deploy/e1?tab=drift",
  path: "/projects/:projectId/deploy/:deploymentId",
};
const panel = (kind = "image") => <DriftPanel deploymentId="e1" inputKind={kind} />;

it("says what has drifted since when, which way, and how it was and is spread", async () => {
  server([{ ...revision, latest: drifted, drifted_since: drifted.first_at }], [drifted, same]);
  await show(panel(), place);
  expect(await screen.findByText(/^2 features have drifted since Jan 1, 2030/)).toBeInTheDocument();
  expect(screen.getByText(/only true answers say/)).toBeInTheDocument();
  const row = (await screen.findByText("Sharpness")).closest("tr") ?? document.body;
  expect(row).toHaveTextContent("Lower0.051 → < 0.012");
  expect(row).toHaveTextContent("PSI 0.8, threshold 0.1");
  const label = screen.getByText("Answer: class").closest("tr") ?? document.body;
  expect(label).toHaveTextContent("More cat20% → 45%");
  const steady = screen.getByText("Brightness").closest("tr") ?? document.body;
  expect(steady).toHaveTextContent("––");
  const bin = screen.getByRole("row", { name: "< 0.03 25% 90%" });
  expect(within(bin).getAllByRole("cell")).toHaveLength(2);
  expect(
    screen.getByText("500 of 900 calls were measured, so that measuring takes no time from calls."),
  ).toBeInTheDocument();
});

it("says that nothing has changed, and how far the next verdict is", async () => {
  server([{ ...revision, latest: same, num_counted: 12 }], [same], "developer", [
    { ...report, window: same, features: [], distributions: [] },
  ]);
  await show(panel(), place);
  expect(
    await screen.findByText(/^Calls look like the samples that the model was evaluated on/),
  ).toBeInTheDocument();
  expect(screen.getByText("Next verdict: 12 of at least 50 calls counted.")).toBeInTheDocument();
  expect(screen.queryByText(/have drifted/)).not.toBeInTheDocument();
});

it("counts up to the first verdict", async () => {
  server([{ ...revision, num_counted: 12 }]);
  await show(panel(), place);
  expect(await screen.findByText("No verdict yet: 12 of at least 50 calls.")).toBeInTheDocument();
});

it("waits for the window once there are enough calls", async () => {
  server([{ ...revision, num_counted: 212 }]);
  await show(panel(), place);
  expect(
    await screen.findByText(
      "No verdict yet: 212 of 500 calls. It comes after 24 hours at the latest.",
    ),
  ).toBeInTheDocument();
});

it.each([
  [{ ...revision, has_reference: false }, "The calls of this model cannot be compared"],
  [revision, "Not called yet"],
])("explains why there is nothing: %#", async (one, text) => {
  server([one]);
  await show(panel(), place);
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it("says that the reference is too small", async () => {
  const small = { ...same, verdict: "too_small_reference" as const, excess: null };
  server([{ ...revision, latest: small }], [small], "developer", [
    { ...report, window: small, features: [], distributions: [], num_reference: 12 },
  ]);
  await show(panel(), place);
  expect(
    await screen.findByText("There are too few held-out samples to compare calls with."),
  ).toBeInTheDocument();
  expect(await screen.findByText("12")).toBeInTheDocument();
});

it("shows the window of the address, of the revision of the address", async () => {
  const requests = server(
    [
      { ...revision, weight: 10, latest: drifted },
      { ...revision, revision: 1, version: 1, weight: 90, latest: same },
    ],
    [{ ...drifted, id: "w9" }, drifted],
  );
  await show(panel(), { ...place, at: `${place.at}&revision=2&window=w2` });
  expect(await screen.findByText("Sharpness")).toBeInTheDocument();
  expect(requests.some(({ url }) => url.includes("windows?revision=2"))).toBe(true);
});

it("names the features of a table by its columns", async () => {
  const [first] = report.features;
  server([{ ...revision, latest: drifted }], [drifted], "viewer", [
    { ...report, features: first ? [{ ...first, name: "input.width" }] : [] },
  ]);
  await show(panel("table"), place);
  expect(await screen.findByText("Column width")).toBeInTheDocument();
});

it("lets developers say when windows end, and nobody else", async () => {
  const requests = server([revision]);
  const shown = await show(panel(), place);
  const field = await screen.findByLabelText("Calls in a window");
  fireEvent.change(field, { target: { value: "200" } });
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(requests.some(({ method }) => method === "PATCH")).toBe(true));
  const sent = requests.find(({ method }) => method === "PATCH");
  expect(await sent?.json()).toEqual({ window_calls: 200 });
  shown.unmount();
  server([revision], [], "viewer");
  await show(panel(), place);
  await screen.findByText("Not called yet");
  expect(screen.queryByLabelText("Calls in a window")).not.toBeInTheDocument();
});
