import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { problem, responding } from "@/test/server";

import type { ShareLink } from "../types";
import { ShareLinksPanel } from "./share-links-panel";

const LINK: ShareLink = {
  id: "s1",
  title: "Sort your apples",
  description: "",
  token: "abc.def",
  state: "valid",
  has_password: true,
  daily_calls: 1000,
  num_calls_today: 12,
  num_calls: 3456,
  last_used_at: null,
  created_at: "2026-11-01T08:00:00Z",
  expires_at: "2026-12-01T08:00:00Z",
  revoked_at: null,
};
const LIST = "GET /api/v1/deployments/d1/share-links";
const listed = (...results: ShareLink[]) => ({ body: { next: null, previous: null, results } });

it("shows what each link is used for and how much, and no address of those that are over", async () => {
  responding({
    [LIST]: listed(
      LINK,
      { ...LINK, id: "s2", title: "Old", state: "expired", has_password: false },
      { ...LINK, id: "s3", title: "Older", state: "revoked", has_password: false },
    ),
  });
  await show(<ShareLinksPanel deploymentId="d1" />);
  const row = (await screen.findByText("Sort your apples")).closest("tr");
  if (row === null) throw new Error("The title stands in no row.");
  expect(within(row).getByText("12 of 1,000")).toBeInTheDocument();
  expect(within(row).getByText("3,456")).toBeInTheDocument();
  expect(within(row).getByText("Works")).toBeInTheDocument();
  expect(within(row).getByLabelText("with a password")).toBeInTheDocument();
  expect(screen.getByText("Expired")).toBeInTheDocument();
  expect(screen.getByText("Revoked")).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: "Address and QR code" })).toHaveLength(1);
});

it("makes a link of thirty days and shows its address and code at once", async () => {
  const requests = responding({
    [LIST]: listed(),
    "POST /api/v1/deployments/d1/share-links": { status: 201, body: LINK },
  });
  await show(<ShareLinksPanel deploymentId="d1" />);
  const user = userEvent.setup();
  await screen.findByText("No share links yet");
  await user.click(screen.getByRole("button", { name: "New share link" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Title"), " Sort your apples ");
  await user.type(within(dialog).getByLabelText("Password (optional)"), "let me in");
  await user.click(within(dialog).getByRole("button", { name: "New share link" }));
  expect(await screen.findByText(`${window.location.origin}/share/abc.def`)).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "QR code of “Sort your apples”" })).toBeInTheDocument();
  expect(screen.getByText("A phone cannot reach this address")).toBeInTheDocument();
  const sent = requests.find(({ method }) => method === "POST");
  expect(await sent?.json()).toEqual({
    title: "Sort your apples",
    description: "",
    expires_in_days: 30,
    daily_calls: 1000,
    password: "let me in",
  });
});

it("says in the form what is wrong, and sends nothing without a title", async () => {
  const requests = responding({
    [LIST]: listed(),
    "POST /api/v1/deployments/d1/share-links": {
      status: 422,
      body: problem("invalid", {
        errors: [{ pointer: "/title", code: "hidden_characters", detail: "x" }],
      }),
    },
  });
  await show(<ShareLinksPanel deploymentId="d1" />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "New share link" }));
  const dialog = await screen.findByRole("dialog");
  const verb = within(dialog).getByRole("button", { name: "New share link" });
  await user.click(verb);
  expect(await within(dialog).findByText("Give the page a title.")).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText("Password (optional)"), "abc");
  expect(await within(dialog).findByText("At least 6 characters.")).toBeInTheDocument();
  await user.clear(within(dialog).getByLabelText("Password (optional)"));
  expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  await user.type(within(dialog).getByLabelText("Title"), "x");
  await user.click(verb);
  expect(
    await within(dialog).findByText(/characters that nobody sees|invisible/),
  ).toBeInTheDocument();
});

it("revokes a link once that is confirmed", async () => {
  const requests = responding({
    [LIST]: listed(LINK),
    "DELETE /api/v1/deployments/d1/share-links/s1": { status: 204 },
  });
  await show(<ShareLinksPanel deploymentId="d1" />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Revoke" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Revoke “Sort your apples”?")).toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(requests.filter(({ method }) => method === "DELETE")).toHaveLength(1));
});

it("changes a link in place, and keeps its password and expiry unless they are changed", async () => {
  const requests = responding({
    [LIST]: listed(LINK),
    "PATCH /api/v1/deployments/d1/share-links/s1": { body: LINK },
  });
  await show(<ShareLinksPanel deploymentId="d1" />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = await screen.findByRole("dialog");
  const title = within(dialog).getByLabelText("Title");
  await user.clear(title);
  await user.type(title, "Sort your pears");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  const sent = requests.find(({ method }) => method === "PATCH");
  expect(await sent?.json()).toEqual({
    title: "Sort your pears",
    description: "",
    daily_calls: 1000,
  });
});

it("takes the password of a link", async () => {
  const requests = responding({
    [LIST]: listed(LINK),
    "PATCH /api/v1/deployments/d1/share-links/s1": { body: LINK },
  });
  await show(<ShareLinksPanel deploymentId="d1" />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  await user.click(screen.getByRole("checkbox", { name: "Without a password from now on" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(requests.some(({ method }) => method === "PATCH")).toBe(true));
  const sent = requests.find(({ method }) => method === "PATCH");
  expect(await sent?.json()).toMatchObject({ password: null });
});
