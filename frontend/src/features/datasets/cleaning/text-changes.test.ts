import { describe, expect, it } from "vitest";

import { marked } from "./text-changes";

const changed = (text: string, other: string) =>
  marked(text, other).flatMap((piece) => (piece.isChanged ? [piece.text] : []));

describe("marked", () => {
  it("marks what a text lost and what came in its place", () => {
    expect(changed("call 13812345678 now", "call [PHONE] now")).toEqual(["13812345678"]);
    expect(changed("call [PHONE] now", "call 13812345678 now")).toEqual(["[PHONE]"]);
  });

  it("counts code points, not halves of them", () => {
    expect(marked("好😀吃", "好吃")).toEqual([
      { text: "好", isChanged: false },
      { text: "😀", isChanged: true },
      { text: "吃", isChanged: false },
    ]);
  });

  it("says the whole text whatever is marked", () => {
    const [one, two] = ["<p>服務很差</p>", "服务很差"];
    expect(
      marked(one, two)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(one);
    expect(changed(one, two)).toEqual(["<p>", "務", "</p>"]);
  });

  it("marks very long texts as a whole instead of comparing for seconds", () => {
    const long = "a".repeat(2000);
    expect(marked(long, `${long}b`)).toEqual([{ text: long, isChanged: true }]);
  });
});
