import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding, problem } from "@/test/server";

import { OrganisationsTab } from "./organisations-tab";

const membership = { id: "m", organisation: { id: "o", name: "Engines" }, role: "viewer" };
const user = { id: "u", email: "ada@easel.test", name: "Ada", language: "en" };
const session = { user, memberships: [membership], sign_up_open: false, sends_mail: false };
const place = { at: "/settings/organisations", path: "/settings/organisations" };
const LEAVE = "DELETE /api/v1/organisations/o/members/m";

async function leave() {
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Leave Engines?")).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Leave" }));
  return dialog;
}

it("leaves an organisation after asking", async () => {
  let left = false;
  const made = responding({
    "GET /api/v1/session": () => ({
      body: left ? { ...session, memberships: [] } : session,
    }),
    [LEAVE]: () => {
      left = true;
      return { status: 204 };
    },
  });
  await show(<OrganisationsTab />, place);
  await leave();
  expect(await screen.findByText("You belong to no organisation.")).toBeInTheDocument();
  expect(made.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

it("says why the last owner cannot leave", async () => {
  responding({
    "GET /api/v1/session": { body: session },
    [LEAVE]: { status: 409, body: problem("last_owner") },
  });
  await show(<OrganisationsTab />, place);
  const dialog = await leave();
  expect(await dialog.findByRole("alert")).toHaveTextContent("at least one owner");
});
