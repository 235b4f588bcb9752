import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { ProjectFrame } from "./project-frame";

vi.mock("@/api/project", () => ({
  useProjectId: () => "p1",
  useProject: () => ({ isPending: false, isError: false, data: { id: "p1" } }),
}));

it("leads to the places that a narrow bar has no room for, and marks where one is", async () => {
  await show(<ProjectFrame />, { at: "/projects/p1/models/m1" });
  const more = screen.getByRole("button", { name: "More" });
  expect(more).toHaveAttribute("aria-current", "page");
  await userEvent.click(more);
  const menu = await screen.findByRole("menu");
  expect(within(menu).getByRole("link", { name: "Models" })).toHaveAttribute(
    "href",
    "/projects/p1/models",
  );
  expect(within(menu).getAllByRole("menuitem")).toHaveLength(4);
});

it("marks no more than the place in the bar where one is", async () => {
  await show(<ProjectFrame />, { at: "/projects/p1/data" });
  expect(screen.getByRole("button", { name: "More" })).not.toHaveAttribute("aria-current");
});
