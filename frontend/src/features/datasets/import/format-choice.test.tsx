import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import type { FormatGuess } from "../api/imports/use-detected-format";
import { FormatChoice } from "./format-choice";

const GUESSES: FormatGuess[] = [
  { format: "coco", score: 0.95, code: "coco_keys", params: { num: 2 }, message: "Two." },
  {
    format: "loose_files",
    score: 0.1,
    code: "new_code",
    params: {},
    message: "The server's words.",
  },
];

it("shows what files look like first, with its reason, and changes nothing by itself", async () => {
  const onChange = vi.fn();
  await show(
    <FormatChoice
      kind={{ media: "image", annotation: "boxes" }}
      formats={["voc", "coco", "loose_files"]}
      value="loose_files"
      guesses={GUESSES}
      onChange={onChange}
    />,
  );
  const choices = screen.getAllByRole("radio");
  expect(choices).toHaveLength(3);
  expect(choices[0]?.closest("label")).toHaveTextContent(
    /COCO.*our guess.*JSON files that list images.*2/,
  );
  expect(choices[1]?.closest("label")).toHaveTextContent("The server's words.");
  await userEvent.click(screen.getByRole("radio", { name: /COCO/ }));
  expect(onChange).toHaveBeenCalledWith("coco");
});
