import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { ForgottenPasswordPage } from "./forgotten-password-page";

const nobody = { user: null, memberships: [], sign_up_open: false };

it("asks for a link by mail and says the same for every address", async () => {
  const made = responding({
    "GET /api/v1/session": { body: { ...nobody, sends_mail: true } },
    "POST /api/v1/password-resets": { status: 202 },
  });
  await show(<ForgottenPasswordPage />, { at: "/forgotten-password" });
  await userEvent.type(await screen.findByLabelText("E-mail"), " lin@example.com ");
  await userEvent.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByText(/If lin@example.com has an account/)).toBeInTheDocument();
  expect(made.filter(({ method }) => method === "POST")).toHaveLength(1);
});

it("says whom to ask where no mails are sent", async () => {
  responding({ "GET /api/v1/session": { body: { ...nobody, sends_mail: false } } });
  await show(<ForgottenPasswordPage />, { at: "/forgotten-password" });
  expect(await screen.findByText(/Ask an administrator of your organisation/)).toBeInTheDocument();
  expect(screen.queryByLabelText("E-mail")).not.toBeInTheDocument();
});
