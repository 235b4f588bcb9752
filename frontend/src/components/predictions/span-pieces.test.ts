import { describe, expect, it } from "vitest";

import { linesOf, piecesOf } from "./span-pieces";

const NESTED = [
  { start: 0, end: 8 },
  { start: 0, end: 4 },
  { start: 6, end: 10 },
];

describe("pieces of a marked text", () => {
  it("put together are the text", () => {
    const text = "北京大学👍计算机学院";
    expect(
      piecesOf(text, NESTED)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });

  it("know the spans over them when these nest and overlap", () => {
    expect(piecesOf("0123456789ab", NESTED)).toEqual([
      { text: "0123", start: 0, over: [0, 1], ending: [1] },
      { text: "45", start: 4, over: [0], ending: [] },
      { text: "67", start: 6, over: [0, 2], ending: [0] },
      { text: "89", start: 8, over: [2], ending: [2] },
      { text: "ab", start: 10, over: [], ending: [] },
    ]);
  });

  it("are the whole text when nothing is marked", () => {
    expect(piecesOf("abc", [])).toEqual([{ text: "abc", start: 0, over: [], ending: [] }]);
    expect(piecesOf("", [])).toEqual([]);
  });
});

it("spans that meet each other lie on different lines, others share one", () => {
  expect(linesOf(NESTED)).toEqual([0, 1, 1]);
  expect(
    linesOf([
      { start: 4, end: 6 },
      { start: 0, end: 4 },
    ]),
  ).toEqual([0, 0]);
});
