import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { ConfusionMatrix } from "./confusion-matrix";

const matrix = {
  title: "Confusion",
  labels: ["cat", "dog"],
  counts: [
    [8, 2],
    [0, 5],
  ],
};

it("says each cell in words and opens it", async () => {
  const onOpen = vi.fn();
  await show(<ConfusionMatrix {...matrix} onOpen={onOpen} />);
  const mistake = screen.getByRole("button", {
    name: "2 of 10 samples of “cat” were called “dog”",
  });
  await userEvent.click(mistake);
  expect(onOpen).toHaveBeenCalledWith(0, 1);
});

it("says large numbers as they are written in the cells", async () => {
  await show(
    <ConfusionMatrix
      {...matrix}
      counts={[
        [8, 1200],
        [0, 5],
      ]}
      onOpen={vi.fn()}
    />,
  );
  const cell = screen.getByRole("button", { name: /^1,200 of 1,208 samples/ });
  expect(cell).toHaveTextContent("1,200");
});

it("is walked through with the arrow keys from one tab stop", async () => {
  const onOpen = vi.fn();
  await show(<ConfusionMatrix {...matrix} onOpen={onOpen} />);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard("{ArrowDown}{ArrowRight}{ArrowRight}{Enter}");
  expect(onOpen).toHaveBeenCalledWith(1, 1);
  await user.tab();
  expect(document.body).toHaveFocus();
});
