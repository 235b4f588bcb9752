import { screen } from "@testing-library/react";
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
