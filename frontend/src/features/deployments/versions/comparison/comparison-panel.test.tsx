import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import type { CallFigures, Comparison, Deployment } from "../../types";
import { VersionsTab } from "../versions-tab";

const version = (number: number) => ({ id: `m${number}`, number, model_name: "Digits" });
const row = (number: number, weight: number, is_shadow = false) => ({
  number,
  model_version: version(number),
  replicas: 1,
  weight,
  routed_weight: weight,
  is_shadow,
  state: "running",
  error: null,
  withdrawn_reason: "",
  created_by: null,
  created_at: "2030-01-02T00:00:00Z",
});
const figures: CallFigures = {
  num_calls: 900,
  num_errors: 9,
  error_share: { value: 0.01, low: 0.005, high: 0.019 },
  latency_mean_ms: 12,
  latency_p50_ms: 11,
  latency_p95_ms: 20,
  latency_p99_ms: 30,
  mean_score: 0.87,
  labels: { cat: 600, dog: 300 },
};
const worse: CallFigures = {
  ...figures,
  num_calls: 400,
  num_errors: 40,
  error_share: { value: 0.1, low: 0.074, high: 0.133 },
  latency_mean_ms: 18,
};
const compared: Comparison = {
  revision: { number: 2, model_version: version(2), answered: worse, copies: null },
  other: { number: 1, model_version: version(1), answered: figures, copies: null },
  shadow: null,
  verdict: {
    errors: "more",
    error_difference: { value: 0.09, low: 0.062, high: 0.123 },
    latency: "slower",
    num_calls_needed: null,
  },
};
const deployment = { id: "e1", project_id: "p1", model_version: version(1) } as Deployment;

function place(query: string) {
  return {
    at: `/projects/p1/deploy/e1?tab=versions${query}`,
    path: "/projects/:projectId/deploy/:deploymentId",
  };
}

function server(comparison: Comparison, role = "developer", revisions = [row(2, 10), row(1, 90)]) {
  return responding({
    "GET /api/v1/deployments/e1/revisions": {
      body: { next: null, previous: null, results: revisions },
    },
    "GET /api/v1/deployments/e1/comparison": { body: comparison },
    "GET /api/v1/projects/p1": { body: { id: "p1", task: "image.classification", role } },
    "GET /api/v1/catalog": { body: { tasks: [], targets: [] } },
    "GET /api/v1/model-versions": { body: { next: null, previous: null, results: [] } },
    "PUT /api/v1/deployments/e1/traffic": { status: 202, body: deployment },
  });
}

const cells = async (name: string) => {
  const header = await screen.findByRole("rowheader", { name });
  return within(header.closest("tr") ?? header).getAllByRole("cell");
};

it("says who fails more often and is slower, and colours only that", async () => {
  server(compared);
  await show(<VersionsTab deployment={deployment} />, place("&compare=2,1"));
  expect(
    await screen.findByText(/^Revision 2 fails more often.*: by 6.2 to 12.3 percentage points/),
  ).toBeInTheDocument();
  expect(
    screen.getByText(/^Revision 2 is slower.*: 18 ms on average, not 12 ms/),
  ).toBeInTheDocument();
  const [first, second] = await cells("Error share");
  expect(first).toHaveTextContent("10%40 of 400 · 7.4% – 13.3%");
  expect(first?.className).toMatch(/worse/);
  expect(second?.className).toBe("");
  for (const cell of await cells("p95")) expect(cell.className).toBe("");
});

it("gives no verdict on few calls", async () => {
  const few = { ...worse, num_calls: 37 };
  server({
    ...compared,
    revision: { ...compared.revision, answered: few },
    verdict: { errors: null, error_difference: null, latency: null, num_calls_needed: 200 },
  });
  await show(<VersionsTab deployment={deployment} />, place("&compare=2,1"));
  expect(
    await screen.findByText("Not enough calls yet: 37 of 200 of revision 2."),
  ).toBeInTheDocument();
  expect(screen.queryByText(/fails more often/)).not.toBeInTheDocument();
  for (const cell of await cells("Error share")) expect(cell.className).toBe("");
});

it("shows of a shadow what it said to copies, and where it differs", async () => {
  const silent = { ...figures, num_calls: 0, error_share: null };
  server(
    {
      ...compared,
      revision: { number: 2, model_version: version(2), answered: silent, copies: worse },
      shadow: {
        num_compared: 390,
        agreement: 0.95,
        differing: [{ label: "dog", other_label: "cat", num_calls: 12 }],
      },
      verdict: { errors: null, error_difference: null, latency: null, num_calls_needed: 200 },
    },
    "developer",
    [row(2, 0, true), row(1, 100)],
  );
  await show(<VersionsTab deployment={deployment} />, place("&compare=2,1"));
  expect(await screen.findByText("95% on average, of 390 compared.")).toBeInTheDocument();
  expect(screen.getByText(/^Revision 2 is compared by copies of calls/)).toBeInTheDocument();
  expect(screen.queryByText(/Not enough calls/)).not.toBeInTheDocument();
  expect(screen.getByRole("row", { name: "dog cat 12" })).toBeInTheDocument();
  expect((await cells("Calls"))[0]).toHaveTextContent("400copies of calls, as a shadow");
});

it("opens from the table with the revision that has most calls, and closes again", async () => {
  const requests = server(compared, "viewer", [row(3, 0), row(2, 10), row(1, 90)]);
  const { router } = await show(<VersionsTab deployment={deployment} />, place(""));
  fireEvent.click(await screen.findByLabelText("Compare revision 3 with revision 1"));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=versions&compare=3%2C1"));
  await waitFor(() =>
    expect(requests.some(({ url }) => url.includes("comparison?revision=3&other=1"))).toBe(true),
  );
  fireEvent.click(await screen.findByText("All versions"));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=versions"));
});

it("changes places when the other's revision is chosen", async () => {
  server(compared);
  const { router } = await show(<VersionsTab deployment={deployment} />, place("&compare=2,1"));
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Revision" }));
  const named = await waitFor(() => {
    // What is chosen has this title, too.
    const found = screen.getAllByTitle("Revision 1: Digits v1");
    expect(found).toHaveLength(2);
    return found;
  });
  fireEvent.click(named[1] ?? document.body);
  await waitFor(() => expect(router.state.location.search).toContain("compare=1%2C2"));
});

it("has the actions at hand for developers, and none for viewers", async () => {
  const requests = server(compared);
  const view = await show(<VersionsTab deployment={deployment} />, place("&compare=2,1"));
  expect(await screen.findByText("Roll back")).toBeInTheDocument();
  fireEvent.click(await screen.findByLabelText(/^Promote revision 2/));
  await waitFor(() => expect(requests.some(({ method }) => method === "PUT")).toBe(true));
  view.unmount();
  server(compared, "viewer");
  await show(<VersionsTab deployment={deployment} />, place("&compare=2,1"));
  expect(await screen.findByText(/^Revision 2 fails more often/)).toBeInTheDocument();
  expect(screen.queryByText("Roll back")).not.toBeInTheDocument();
  expect(screen.queryByLabelText(/^Promote/)).not.toBeInTheDocument();
});
