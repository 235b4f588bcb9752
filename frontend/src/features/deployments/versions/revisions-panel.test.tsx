import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import type { Deployment } from "../types";
import { RevisionsPanel } from "./revisions-panel";

const version = (number: number) => ({ id: `m${number}`, number, model_name: "Digits" });
const first = {
  number: 1,
  model_version: version(1),
  replicas: 1,
  weight: 90,
  routed_weight: 90,
  is_shadow: false,
  state: "running",
  error: null,
  withdrawn_reason: "",
  created_by: null,
  created_at: "2030-01-02T00:00:00Z",
};
const second = { ...first, number: 2, model_version: version(2), weight: 10, routed_weight: 10 };
const shadow = {
  ...first,
  number: 3,
  model_version: version(3),
  weight: 0,
  routed_weight: 0,
  is_shadow: true,
};
const deployment = {
  id: "e1",
  project_id: "p1",
  model_version: version(1),
  replicas: 1,
  rolls_back: true,
  idle_minutes: null,
  wake_seconds: 2.5,
} as Deployment;
const list = (results: unknown[]) => ({ body: { next: null, previous: null, results } });
const place = { at: "/projects/p1/deploy/e1", path: "/projects/:projectId/deploy/:deploymentId" };

function server(revisions: unknown[], role = "developer") {
  return responding({
    "GET /api/v1/deployments/e1/revisions": list(revisions),
    "GET /api/v1/projects/p1": { body: { id: "p1", task: "image.classification", role } },
    "GET /api/v1/catalog": { body: { tasks: [], targets: [] } },
    "GET /api/v1/model-versions": list([
      { ...version(3), metric: 0.9, primary_metric: "accuracy" },
      { ...version(1), metric: 0.8, primary_metric: "accuracy" },
    ]),
    "POST /api/v1/deployments/e1/revisions": { status: 202, body: second },
    "PUT /api/v1/deployments/e1/traffic": { status: 202, body: deployment },
    "PATCH /api/v1/deployments/e1": { body: deployment },
  });
}

const user = userEvent.setup();

/** The body of the one request that changed something. */
async function sent(requests: Request[]): Promise<unknown> {
  const find = () => requests.find(({ method }) => method !== "GET");
  await waitFor(() => expect(find()).toBeDefined());
  return find()?.json();
}

it("shows who gets which share, what moves, what failed, and what went back", async () => {
  server([
    { ...shadow, state: "starting" },
    {
      ...second,
      weight: 20,
      state: "failed",
      error: { code: "no_such_code", message: "The server ended." },
      withdrawn_reason: "Its p95 latency was 900 ms.",
    },
    { ...first, weight: 80 },
  ]);
  await show(<RevisionsPanel deployment={deployment} />, place);
  expect(await screen.findByText("90% → 80%")).toBeInTheDocument();
  expect(screen.getByText("10% → 20%")).toBeInTheDocument();
  expect(screen.getByText("Shadow")).toBeInTheDocument();
  expect(screen.getByText("The server ended.")).toBeInTheDocument();
  expect(screen.getByText("Rolled back automatically:")).toBeInTheDocument();
  expect(screen.getByText("Its p95 latency was 900 ms.")).toBeInTheDocument();
});

it("adds a version with a share of 10 %", async () => {
  const requests = server([first]);
  await show(<RevisionsPanel deployment={deployment} />, place);
  await user.click(await screen.findByText("Add a version beside"));
  const choice = await screen.findByRole("combobox", { name: "Model version" });
  fireEvent.mouseDown(choice);
  await user.click(await screen.findByTitle(/Digits v3/));
  await user.click(screen.getByText("Add"));
  expect(await sent(requests)).toEqual({
    model_version_id: "m3",
    replicas: 1,
    weight: 10,
    is_shadow: false,
  });
});

it("saves shares only when they add up to 100", async () => {
  const requests = server([shadow, second, first]);
  await show(<RevisionsPanel deployment={deployment} />, place);
  const share = await screen.findByLabelText("Revision 2: Digits v2");
  const save = screen.getByText("Save shares").closest("button");
  expect(save).toBeDisabled();
  fireEvent.change(share, { target: { value: "50" } });
  expect(await screen.findByText(/^Total 140%\. The shares/)).toBeInTheDocument();
  expect(save).toBeDisabled();
  fireEvent.change(screen.getByLabelText("Revision 1: Digits v1"), { target: { value: "50" } });
  expect(await screen.findByText("Total 100%")).toBeInTheDocument();
  fireEvent.click(screen.getByText("Save shares"));
  expect(await sent(requests)).toEqual({
    revisions: [
      { number: 1, weight: 50, is_shadow: false },
      { number: 2, weight: 50, is_shadow: false },
      { number: 3, weight: 0, is_shadow: true },
    ],
  });
});

it("promotes a shadow to all calls", async () => {
  const requests = server([shadow, { ...first, weight: 100, routed_weight: 100 }]);
  await show(<RevisionsPanel deployment={deployment} />, place);
  fireEvent.click(await screen.findByLabelText(/^Promote revision 3/));
  expect(await sent(requests)).toEqual({
    revisions: [{ number: 3, weight: 100, is_shadow: false }],
  });
  expect(screen.queryByLabelText(/^Promote revision 1/)).not.toBeInTheDocument();
});

it("stops a shadow and leaves the calls where they are", async () => {
  const requests = server([shadow, { ...first, weight: 100, routed_weight: 100 }]);
  await show(<RevisionsPanel deployment={deployment} />, place);
  fireEvent.click(await screen.findByLabelText("Stop the shadow, revision 3"));
  expect(await sent(requests)).toEqual({
    revisions: [{ number: 1, weight: 100, is_shadow: false }],
  });
});

it("turns automatic roll-backs off", async () => {
  const requests = server([first]);
  await show(<RevisionsPanel deployment={deployment} />, place);
  fireEvent.click(await screen.findByLabelText("Go back by itself when a new version does worse"));
  expect(await sent(requests)).toEqual({ rolls_back: false });
});

it("lets an endpoint sleep, and says what waking it cost", async () => {
  const requests = server([first]);
  await show(<RevisionsPanel deployment={deployment} />, place);
  expect(await screen.findByText(/The last time it waited 2.5 s/)).toBeInTheDocument();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Sleep when nobody calls" }));
  await user.click(await screen.findByTitle("After 15 minutes"));
  expect(await sent(requests)).toEqual({ idle_minutes: 15 });
});

it("lets viewers compare the versions and change nothing", async () => {
  server([shadow, second, first], "viewer");
  await show(<RevisionsPanel deployment={deployment} />, place);
  expect(await screen.findByText("90%")).toBeInTheDocument();
  const names = screen.getAllByRole("button").map((one) => one.getAttribute("aria-label"));
  expect(names).toEqual([3, 2].map((number) => `Compare revision ${number} with revision 1`));
  expect(screen.queryByRole("switch")).not.toBeInTheDocument();
});
