import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { FormatChoice } from "./format-choice";

it("marks the guess and changes nothing until the person does", async () => {
  const onChange = vi.fn();
  await show(
    <FormatChoice
      formats={["voc", "coco", "loose_files"]}
      value="loose_files"
      guess="coco"
      onChange={onChange}
    />,
  );
  expect(screen.getAllByRole("radio")).toHaveLength(3);
  expect(screen.getByText("our guess").closest("label")).toHaveTextContent("COCO");
  await userEvent.click(screen.getByRole("radio", { name: /COCO/ }));
  expect(onChange).toHaveBeenCalledWith("coco");
});
