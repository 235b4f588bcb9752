import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { TaskCard } from "@/api/task-card";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import type { Deployment, Sampling, StoredCall } from "../types";
import { StoredCallsPanel } from "./stored-calls-panel";

const SAMPLING: Sampling = {
  share: 0.05,
  below_score: 0.6,
  on_disagreement: true,
  drift_share: 0.1,
  on_request: true,
  hidden_fields: [],
  masks_contacts: true,
  keep_days: 30,
  max_megabytes: 1024,
};
const call = (id: string, fields: Partial<StoredCall> = {}) => ({
  id,
  log_id: 17,
  called_at: "2030-01-02T00:00:00Z",
  caller: "k1",
  caller_name: "shop",
  revision: 1,
  version: 1,
  reason: "random",
  values: { text: `text of ${id}` },
  has_file: false,
  results: [{ name: "good", score: 0.9 }],
  shadows: [],
  top_label: "good",
  top_score: 0.9,
  num_bytes: 10,
  truth: null,
  num_evaluated: 0,
  num_right: 0,
  error: null,
  sample: null,
  added_at: null,
  ...fields,
});
const summary = (num: number) => ({
  num_calls: num,
  num_waiting: num,
  num_answered: 1,
  num_bytes: 2048,
  reasons: [{ name: "random", num }],
  labels: [{ name: "good", num }],
  accuracy: [
    {
      day: "2030-01-02",
      version: 1,
      num_calls: 4,
      num_evaluated: 4,
      num_right: 3,
      accuracy: 0.75,
      low: 0.3,
      high: 0.95,
      mean_error: null,
    },
  ],
});
const deployment = { id: "e1", project_id: "p1", name: "Words", sampling: SAMPLING } as Deployment;
const card = { key: "text.classification", media: "text", prediction: "labels" } as TaskCard;
const CALLS = "/api/v1/deployments/e1/stored-calls";
const place = { at: "/projects/p1/deploy/e1", path: "/projects/:projectId/deploy/:deploymentId" };
const user = userEvent.setup();

function server(calls: unknown[]) {
  return responding({
    [`GET ${CALLS}/summary`]: { body: summary(calls.length) },
    [`GET ${CALLS}`]: { body: { next: null, previous: null, results: calls } },
    "GET /api/v1/datasets": {
      body: { next: null, previous: null, results: [{ id: "d1", name: "Letters" }] },
    },
    "GET /api/v1/projects/p1": { body: { id: "p1", task: card.key, role: "developer" } },
    [`POST ${CALLS}/add`]: {
      body: {
        dataset_id: "d1",
        tag_id: "t1",
        num_added: 1,
        num_known: 0,
        num_labelled: 0,
        refused: [{ id: "c9", code: "call_without_input", message: "None." }],
        job_id: "j1",
      },
    },
    [`DELETE ${CALLS}`]: { status: 204 },
    "PATCH /api/v1/deployments/e1": { body: deployment },
  });
}

/** The body of the one request that changed something. */
async function sent(requests: Request[]): Promise<unknown> {
  const find = () => requests.find(({ method }) => method !== "GET");
  await waitFor(() => expect(find()).toBeDefined());
  return find()?.json();
}

it("stores nothing until somebody says which calls, and proposes some", async () => {
  const requests = server([]);
  const closed = { ...deployment, sampling: null };
  await show(<StoredCallsPanel deployment={closed} card={card} />, place);
  await user.click(await screen.findByRole("button", { name: "Choose which calls to store" }));
  expect(screen.getByRole("checkbox", { name: /Star out/ })).toBeChecked();
  await user.click(screen.getByRole("button", { name: "Store these calls" }));
  expect(await sent(requests)).toEqual({ sampling: SAMPLING });
});

it("ends storing, and says so to the server as no consent", async () => {
  const requests = server([call("c1")]);
  await show(<StoredCallsPanel deployment={deployment} card={card} />, place);
  await user.click(await screen.findByRole("button", { name: "What is stored" }));
  await user.click(screen.getByRole("button", { name: "Store no more calls" }));
  expect(await sent(requests)).toEqual({ sampling: null });
});

it("shows what was sent, predicted and right, and how often it was", async () => {
  const wrong = { truth: { labels: ["bad"], value: null, text: null }, num_evaluated: 1 };
  server([call("c1"), call("c2", wrong)]);
  await show(<StoredCallsPanel deployment={deployment} card={card} />, place);
  expect(await screen.findByText("75% (30% – 95%)")).toBeInTheDocument();
  expect(await screen.findByText("text of c1")).toBeInTheDocument();
  expect(screen.getByText("Wrong")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /text of c2/ }));
  const drawer = within(await screen.findByRole("dialog"));
  expect(drawer.getByText("bad")).toBeInTheDocument();
  expect(drawer.getByText("shop")).toBeInTheDocument();
});

it("adds what was selected to a dataset, says what became of it, and leads on to correcting", async () => {
  const requests = server([call("c1"), call("c2")]);
  await show(<StoredCallsPanel deployment={deployment} card={card} />, place);
  const [, second] = await screen.findAllByRole("checkbox", { name: /Select call/ });
  if (second !== undefined) await user.click(second);
  await user.click(screen.getByRole("button", { name: "Add 1 to a dataset" }));
  const dialog = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(dialog.getByText("Letters")).toBeInTheDocument());
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(await sent(requests)).toEqual({ call_ids: ["c2"], dataset_id: "d1", suggests: true });
  expect(await dialog.findByText("1 sample was added")).toBeInTheDocument();
  expect(dialog.getByText(/nothing that a sample can be made of/)).toBeInTheDocument();
  expect(dialog.getByRole("link", { name: "Correct them in the labelling tool" })).toHaveAttribute(
    "href",
    "/projects/p1/label/d1?scope=all&tag=t1",
  );
});

it("keeps the filter in the address and asks the server by it", async () => {
  const requests = server([call("c1")]);
  await show(<StoredCallsPanel deployment={deployment} card={card} />, {
    ...place,
    at: `${place.at}?tab=calls&state=waiting&ordering=top_score`,
  });
  await screen.findByText("text of c1");
  const asked = requests.find(({ url }) => new URL(url).pathname === CALLS);
  expect(new URL(asked?.url ?? "").search).toContain("state=waiting");
  expect(new URL(asked?.url ?? "").search).toContain("ordering=top_score");
});
