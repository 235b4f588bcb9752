import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { InvitationsTab } from "./invitations-tab";

it("keeps the link of each invitation on the page, and names roles in the reader's language", async () => {
  let number = 0;
  responding({
    "GET /api/v1/organisations/o/invitations": { body: { next: null, results: [] } },
    "POST /api/v1/organisations/o/invitations": () => {
      number += 1;
      const email = `${number}@example.com`;
      return { status: 201, body: { id: `i${number}`, email, url: `/invitations/t${number}` } };
    },
  });
  await show(<InvitationsTab />, {
    at: "/organisations/o/invitations",
    path: "/organisations/:organisationId/*",
    language: "zh-CN",
  });
  const user = userEvent.setup();
  for (const email of ["1@example.com", "2@example.com"]) {
    await user.type(screen.getByRole("textbox", { name: "邮箱" }), email);
    await user.click(screen.getByRole("button", { name: "生成链接" }));
    await screen.findByText(new RegExp(email));
  }
  expect(screen.getByText(/\/invitations\/t1$/)).toBeInTheDocument();
  expect(screen.getByText(/\/invitations\/t2$/)).toBeInTheDocument();

  await user.click(screen.getByRole("combobox"));
  expect(await screen.findAllByRole("option", { name: "开发者" })).not.toHaveLength(0);
});

it("asks before a link stops working", async () => {
  const withdrawn: string[] = [];
  const invitation = {
    id: "i1",
    email: "ann@example.com",
    role: "annotator",
    accepted_at: null,
    expires_at: "2027-01-01T00:00:00Z",
  };
  responding({
    "GET /api/v1/organisations/o/invitations": { body: { next: null, results: [invitation] } },
    "DELETE /api/v1/organisations/o/invitations/i1": () => {
      withdrawn.push("i1");
      return { status: 204 };
    },
  });
  await show(<InvitationsTab />, {
    at: "/organisations/o/invitations",
    path: "/organisations/:organisationId/*",
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Withdraw" }));
  const dialog = await screen.findByRole("dialog", { name: /ann@example.com/ });
  expect(withdrawn).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(withdrawn).toEqual(["i1"]));
});
