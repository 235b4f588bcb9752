import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { problem, responding } from "@/test/server";

import type { Deployment } from "../types";
import { AsyncCounts } from "./async-counts";
import { AsyncPanel } from "./async-panel";

const settings = { max_concurrent: 3, time_limit_minutes: 30, keep_hours: 48, channel_ids: ["c1"] };
const off = {
  id: "e1",
  project_id: "p1",
  async_predictions: null,
  num_queued: 0,
  num_running: 0,
} as unknown as Deployment;
const on = { ...off, async_predictions: settings } as Deployment;
const channels = {
  next: null,
  previous: null,
  results: [
    { id: "c1", kind: "webhook", name: "Results" },
    { id: "c2", kind: "webhook", name: "Archive" },
    { id: "c3", kind: "slack", name: "Chat" },
  ],
};
const user = userEvent.setup();

function server(patched: object = { body: on }) {
  return responding({
    "GET /api/v1/channels": { body: channels },
    "PATCH /api/v1/deployments/e1": patched,
  });
}

const sent = (requests: Request[]) => requests.filter(({ method }) => method === "PATCH");

it("allows nothing until somebody says so, and proposes what is usual", async () => {
  const requests = server();
  await show(<AsyncPanel deployment={off} organisationId="o1" />);
  expect(screen.queryByLabelText("At a time")).not.toBeInTheDocument();
  fireEvent.click(screen.getByText("Set them up"));
  fireEvent.change(screen.getByLabelText("At a time"), { target: { value: "4" } });
  fireEvent.click(screen.getByText("Allow them"));
  await waitFor(() => expect(sent(requests)).toHaveLength(1));
  expect(await sent(requests)[0]?.json()).toEqual({
    async_predictions: {
      max_concurrent: 4,
      time_limit_minutes: 60,
      keep_hours: 24,
      channel_ids: [],
    },
  });
});

it("offers webhooks alone, and saves which of them callers may have told", async () => {
  const requests = server();
  await show(<AsyncPanel deployment={on} organisationId="o1" />);
  expect(await screen.findByText("Results")).toBeInTheDocument();
  await user.click(screen.getByLabelText("Webhooks"));
  expect(screen.queryByText("Chat")).not.toBeInTheDocument();
  fireEvent.click(await screen.findByText("Archive"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(sent(requests)).toHaveLength(1));
  expect(await sent(requests)[0]?.json()).toEqual({
    async_predictions: { ...settings, channel_ids: ["c1", "c2"] },
  });
});

it("accepts no more, and says what is refused", async () => {
  const requests = server({ status: 403, body: problem("role_too_low", { status: 403 }) });
  await show(<AsyncPanel deployment={on} organisationId="o1" />);
  fireEvent.click(screen.getByText("Accept no more"));
  expect(await screen.findByRole("alert")).toBeInTheDocument();
  expect(await sent(requests)[0]?.json()).toEqual({ async_predictions: null });
});

it("counts those that wait and are made, also once no more are accepted", async () => {
  const { rerender } = await show(<AsyncCounts deployment={off} />);
  expect(screen.queryByText("Queued")).not.toBeInTheDocument();
  rerender(<AsyncCounts deployment={{ ...off, num_queued: 1234, num_running: 2 }} />);
  expect(screen.getByText("1,234")).toBeInTheDocument();
  expect(screen.getByText("Running")).toBeInTheDocument();
});
