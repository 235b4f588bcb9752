import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import type { Channel } from "../types";
import { ChannelDialog } from "./channel-dialog";

const CHANNEL: Channel = {
  id: "c1",
  organisation_id: "o1",
  project_id: null,
  kind: "slack",
  name: "Duty",
  address: "https://hooks.example/…",
  language: "en",
  num_failed: 0,
  last_delivered_at: null,
  created_by: null,
  created_at: "2026-11-01T08:00:00Z",
};

it("changes a channel, and keeps the address that is not shown", async () => {
  const requests = responding({
    "GET /api/v1/organisations/o1/members": {
      body: { next: null, previous: null, results: [] },
    },
    "GET /api/v1/projects": { body: { next: null, previous: null, results: [] } },
    "GET /api/v1/session": { body: {} },
    "PATCH /api/v1/channels/c1": { body: { ...CHANNEL, secret: "whsec_1" } },
  });
  const onSecret = vi.fn();
  const onClose = vi.fn();
  await show(
    <ChannelDialog organisationId="o1" channel={CHANNEL} onClose={onClose} onSecret={onSecret} />,
  );
  const user = userEvent.setup();
  expect(await screen.findByText("Edit “Duty”")).toBeVisible();
  await user.type(screen.getByLabelText("Name"), " at night");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSecret).toHaveBeenCalledExactlyOnceWith("whsec_1");
  const sent = requests.find(({ method }) => method === "PATCH");
  expect(await sent?.json()).toEqual({ kind: "slack", name: "Duty at night", language: "en" });
});
