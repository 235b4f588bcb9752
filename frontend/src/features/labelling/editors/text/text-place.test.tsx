import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { MarkedText } from "@/components/predictions/marked-text";

import { selectedCodePoints } from "./text-place";

const TEXT = "👍张三在北京";
const SPANS = [{ start: 1, end: 3, name: "人名", color: "#000000" }];

function select(from: Node, start: number, to: Node, end: number) {
  const range = document.createRange();
  range.setStart(from, start);
  range.setEnd(to, end);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
}

it("a selection is counted in code points, without the names of spans", () => {
  const { container } = render(<MarkedText text={TEXT} spans={SPANS} />);
  const pieces = container.querySelectorAll("[data-start]");
  const [before, , after] = [...pieces].map((piece) => piece.firstChild);
  if (!before || !after) throw new Error("The text has three pieces.");
  select(before, 0, after, 3);
  expect(selectedCodePoints(container)).toEqual({ start: 0, end: 6 });
  select(before, 2, after, 1);
  expect(selectedCodePoints(container)).toEqual({ start: 1, end: 4 });
});

it("nothing selected is nothing", () => {
  const { container } = render(<MarkedText text={TEXT} spans={SPANS} />);
  document.getSelection()?.removeAllRanges();
  expect(selectedCodePoints(container)).toBeNull();
});
