import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { ChoiceCards } from "./choice-cards";

const CHOICES = ["fast", "balanced", "accurate"] as const;

function Example() {
  const [value, setValue] = useState<(typeof CHOICES)[number]>("fast");
  return (
    <ChoiceCards
      label="Tier"
      value={value}
      onChange={setValue}
      choices={CHOICES.map((key) => ({
        key,
        title: key,
        text: "",
        disabled: key === "balanced",
      }))}
    />
  );
}

it("moves the choice with the arrow keys, past what cannot be chosen, and around", async () => {
  await show(<Example />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("radio", { name: "fast" }));
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("radio", { name: "accurate" })).toBeChecked();
  expect(screen.getByRole("radio", { name: "accurate" })).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("radio", { name: "fast" })).toBeChecked();
});

it("can be reached by Tab at the chosen card only", async () => {
  await show(<Example />);
  const reachable = screen.getAllByRole("radio").filter(({ tabIndex }) => tabIndex === 0);
  expect(reachable).toEqual([screen.getByRole("radio", { name: "fast" })]);
});
