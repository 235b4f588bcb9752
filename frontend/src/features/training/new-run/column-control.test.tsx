import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import type { TableColumn } from "@/components/options/columns";
import type { ColumnField, OptionValue } from "@/components/options/schema";
import { show } from "@/test/render";

import { ColumnControl } from "./column-control";

const COLUMNS: TableColumn[] = [
  {
    name: "age",
    kind: "number",
    guessed_kind: "number",
    role: null,
    num_numbers: 0,
    num_infinite: 0,
    num_words: 0,
    missing_share: 0,
    num_distinct: 50,
    examples: ["31"],
  },
  {
    name: "bought",
    kind: "category",
    guessed_kind: "category",
    role: null,
    num_numbers: 0,
    num_infinite: 0,
    num_words: 0,
    missing_share: 0.1,
    num_distinct: 2,
    examples: ["yes"],
  },
];

const TARGET: ColumnField = {
  kind: "column",
  path: ["target"],
  group: "data",
  expert: false,
  many: false,
  kinds: ["number", "category"],
  auto: "last",
  apart: true,
  fallback: "auto",
};

function Example() {
  const [value, setValue] = useState<OptionValue>("auto");
  return (
    <>
      <label htmlFor="target">Target</label>
      <ColumnControl
        id="target"
        field={TARGET}
        value={value}
        columns={COLUMNS}
        taken={new Set()}
        wrong={false}
        onChange={setValue}
      />
      <output>{String(value)}</output>
    </>
  );
}

it("names the column that is meant while none is chosen, and shows what each holds", async () => {
  await show(<Example />);
  expect(screen.getByText("Automatic: bought, the last column")).toBeInTheDocument();
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox"));
  expect(await screen.findByText("10% missing · yes")).toBeInTheDocument();
  await user.click(screen.getByText("31"));
  expect(screen.getByRole("status")).toHaveTextContent("age");
});
