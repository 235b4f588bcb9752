import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { Tabs } from "./tabs";

const ITEMS = ["Browse", "Map", "Import"].map((label) => ({ key: label, label }));

it("has nothing but tabs in the list of tabs, with or without room for all", async () => {
  await show(<Tabs items={ITEMS} />);
  const list = within(screen.getByRole("tablist"));
  expect(list.getAllByRole("tab")).toHaveLength(3);
  expect(list.queryByRole("button", { hidden: true })).toBeNull();
});

it("is walked through with the arrow keys", async () => {
  const onChange = vi.fn();
  await show(<Tabs items={ITEMS} onChange={onChange} />);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard("{ArrowRight}{ArrowRight}{Enter}");
  expect(onChange).toHaveBeenCalledWith("Import");
});

it("shows the first tab where the address names one that is not there", async () => {
  await show(<Tabs activeKey="Trash" items={ITEMS} />);
  expect(screen.getByRole("tab", { name: "Browse" })).toHaveAttribute("aria-selected", "true");
});
