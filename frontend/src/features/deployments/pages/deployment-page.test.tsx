import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import { makeQueryClient } from "@/api/query-client";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { DeploymentPage } from "./deployment-page";

const endpoint = {
  id: "e1",
  project_id: "p1",
  name: "Reader",
  suffix: "reader",
  model_version: { id: "m1", number: 1, model_name: "Digits" },
  replicas: 1,
  desired_state: "running",
  state: "running",
  predict_url: "http://127.0.0.1:9/predict",
  v2_url: "http://127.0.0.1:9/v2",
  easydl_url: "http://127.0.0.1:8/rpc/2.0/ai_custom/v1/classification/reader",
  error: null,
  generation: 1,
  observed_generation: 1,
  limits: { requests_per_second: null, burst: null, daily_quota: null, total_quota: null },
  rolls_back: true,
  async_predictions: null,
  num_queued: 0,
  num_running: 0,
  knows_callers: true,
};
const access = {
  key: { id: "k1", name: "Try it", prefix: "epk_", secret: "epk_secret" },
  application: { id: "a1", client_id: "ak7", client_secret: "sk7" },
  access_token: "the.new.token",
  expires_at: "2030-01-02T00:00:00Z",
};
const task = { key: "image.classification", media: "image", prediction: "labels" };
const list = (results: unknown[]) => ({ body: { next: null, previous: null, results } });
const place = { at: "/projects/p1/deploy/e1", path: "/projects/:projectId/deploy/:deploymentId" };

function server(role: string, changes: object = {}) {
  return responding({
    "GET /api/v1/deployments/e1": { body: { ...endpoint, ...changes } },
    "GET /api/v1/projects/p1": { body: { id: "p1", task: task.key, role } },
    "GET /api/v1/catalog": { body: { tasks: [task], targets: [] } },
    "GET /api/v1/model-versions/m1": {
      body: { id: "m1", manifest: { input: { kind: "image" } }, dataset_versions: [] },
    },
    "POST /api/v1/deployments/e1/access": { status: 201, body: access },
    "GET /api/v1/deployments/e1/keys": list([]),
    "GET /api/v1/deployments/e1/tokens": list([]),
    "GET /api/v1/applications": list([]),
    "POST /api/v1/deployments/e1/tokens": { status: 201, body: { access_token: "a.later.one" } },
  });
}

const user = userEvent.setup();

/** The code of a tab of the snippets. */
async function code(tab: string): Promise<string> {
  // Asked by text: roles of so large a page take seconds to tell.
  const [first] = await screen.findAllByText(tab);
  if (first !== undefined) fireEvent.click(first);
  return (await screen.findByLabelText(tab, { selector: "figure" })).textContent;
}

async function expectSecrets(key: string, token: string) {
  expect(await code("Python")).toContain(key);
  expect(await code("EasyDL · curl")).toContain(`access_token=${token}`);
}

beforeEach(() => window.history.replaceState(null, "", "/"));

it("makes key, application and token in one step, and puts them into every snippet", async () => {
  const requests = server("developer");
  await show(<DeploymentPage />, place);
  await user.click(await screen.findByText("Make a key and token"));
  expect(await screen.findByText("epk_secret")).toBeInTheDocument();
  const made = requests.find(({ url }) => url.endsWith("/access"));
  expect(await made?.json()).toEqual({ name: "Try it" });
  await expectSecrets("Bearer epk_secret", "the.new.token");
  await user.click(screen.getByText("For EasyDL-compatible clients"));
  for (const text of ["ak7", "sk7", "the.new.token"]) {
    expect(await screen.findByText(text)).toBeInTheDocument();
  }
  await user.click(screen.getByText("I have kept it"));
  await waitFor(() => expect(screen.queryByText("sk7")).not.toBeInTheDocument());
  expect(screen.getByLabelText("API key")).toHaveValue("epk_secret");
});

it("shows what publishing made once, and never again", async () => {
  server("developer");
  const client = makeQueryClient();
  client.setQueryData(["made-access", "e1"], access);
  const first = await show(<DeploymentPage />, { ...place, client });
  expect(await screen.findByText("epk_secret")).toBeInTheDocument();
  await expectSecrets("Bearer epk_secret", "the.new.token");
  first.unmount();
  await show(<DeploymentPage />, { ...place, client });
  expect(await screen.findByText("Make a key and token")).toBeInTheDocument();
  expect(screen.queryByText(/epk_secret/)).not.toBeInTheDocument();
});

it("puts a key that was typed into every snippet, and a new token into those that take one", async () => {
  server("developer");
  await show(<DeploymentPage />, place);
  const key = await screen.findByLabelText("API key");
  fireEvent.change(key, { target: { value: "epk_typed" } });
  await expectSecrets("Bearer epk_typed", "epk_typed");
  await user.click(screen.getByText("Keys and callers"));
  await user.click(await screen.findByText("New token for 30 days"));
  await user.click(await screen.findByText("I have kept it"));
  await user.click(screen.getByText("Call it"));
  await expectSecrets("Bearer epk_typed", "a.later.one");
});

it("tells who may not make a key whom to ask, and offers nothing", async () => {
  server("viewer");
  await show(<DeploymentPage />, place);
  expect(await screen.findByText(/Keys are made by developers/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /key/i })).not.toBeInTheDocument();
});

it("says of an endpoint on its way that it is", async () => {
  server("developer", { state: "starting", predict_url: null });
  await show(<DeploymentPage />, place);
  expect(await screen.findByText(/The endpoint is starting/)).toBeInTheDocument();
  expect(screen.queryByText(/cannot be called now/)).not.toBeInTheDocument();
});
