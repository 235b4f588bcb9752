import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import type { NumberField, OptionValue } from "@/components/options/schema";
import { OptionControl } from "./option-control";

const EPOCHS: NumberField = {
  kind: "number",
  path: ["epochs"],
  group: "schedule",
  expert: false,
  integer: true,
  automatic: true,
  logarithmic: false,
  bounds: { minimum: 1, maximum: 10_000, excludesMinimum: false, excludesMaximum: false },
  fallback: "auto",
};

function Example() {
  const [value, setValue] = useState<OptionValue>("auto");
  return (
    <>
      <OptionControl field={EPOCHS} value={value} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  );
}

it("is automatic while empty and says what is wrong with a number out of range", async () => {
  await show(<Example />);
  const user = userEvent.setup();
  const input = screen.getByLabelText(/Epochs/);
  await user.type(input, "0");
  expect(await screen.findByRole("alert")).toHaveTextContent("1 is the lower limit");
  await user.clear(input);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("auto");
});
