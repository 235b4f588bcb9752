import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { TableInput } from "./table-input";

const INPUT = {
  kind: "table",
  columns: [
    { kind: "number", name: "weight" },
    { kind: "number", name: "height" },
    { kind: "number", name: "age" },
  ],
  required: ["weight", "height"],
} as const;

it("says which fields are empty before it asks, and asks where nobody knows them", async () => {
  const onAsk = vi.fn();
  await show(<TableInput input={INPUT} onAsk={onAsk} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("age (optional)"), "40");
  await user.click(screen.getByRole("button", { name: "Predict" }));
  expect(screen.getByText(/^2 fields are still empty.*: weight, height$/)).toBeVisible();
  expect(onAsk).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText("weight"), "7");
  expect(screen.getByText(/^This field is still empty.*: height$/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Predict anyway" }));
  const data = [{ weight: 7, height: null, age: 40 }];
  expect(onAsk).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ parts: { data, include_proba: true } }),
  );
});

it("asks at once when only fields are empty that the model can do without", async () => {
  const onAsk = vi.fn();
  await show(<TableInput input={INPUT} onAsk={onAsk} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("weight"), "7");
  await user.type(screen.getByLabelText("height"), "8");
  await user.click(screen.getByRole("button", { name: "Predict" }));
  expect(onAsk).toHaveBeenCalledOnce();
});
