import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { CreateKeyDialog } from "./create-key-dialog";
import { UNLIMITED } from "./limits";

it("shows a new key's secret once and hands it to the page", async () => {
  const requests = responding({
    "POST /api/v1/deployments/d1/keys": {
      status: 201,
      body: { id: "k1", name: "till", prefix: "epk_abc", secret: "epk_abcdef" },
    },
  });
  const onCreated = vi.fn();
  await show(
    <CreateKeyDialog deploymentId="d1" open onClose={() => undefined} onCreated={onCreated} />,
  );
  const user = userEvent.setup();
  const verb = screen.getByRole("button", { name: "New API key" });
  expect(verb).toBeDisabled();
  await user.type(screen.getByLabelText("Name"), "till");
  await user.click(verb);
  expect(await screen.findByText("epk_abcdef")).toBeInTheDocument();
  expect(onCreated).toHaveBeenCalledWith("epk_abcdef");
  expect(await requests[0]?.json()).toEqual({
    name: "till",
    expires_at: null,
    limits: UNLIMITED,
    networks: [],
  });
  await user.click(screen.getByRole("button", { name: "I have kept it" }));
  await waitFor(() => expect(screen.queryByText("epk_abcdef")).not.toBeInTheDocument());
});

it("limits a key in calls and networks", async () => {
  const requests = responding({
    "POST /api/v1/deployments/d1/keys": { status: 201, body: { id: "k1", secret: "epk_abcdef" } },
  });
  await show(
    <CreateKeyDialog
      deploymentId="d1"
      open
      onClose={() => undefined}
      onCreated={() => undefined}
    />,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Name"), "till");
  await user.click(screen.getByText("Limits"));
  fireEvent.change(await screen.findByLabelText("Calls per second"), { target: { value: "5" } });
  await user.type(screen.getByLabelText("Allowed networks"), "10.0.0.0/8{Enter}192.168.1.7{Enter}");
  await user.click(screen.getByRole("button", { name: "New API key" }));
  expect(await screen.findByText("epk_abcdef")).toBeInTheDocument();
  expect(await requests[0]?.json()).toMatchObject({
    limits: { ...UNLIMITED, requests_per_second: 5 },
    networks: ["10.0.0.0/8", "192.168.1.7"],
  });
});
