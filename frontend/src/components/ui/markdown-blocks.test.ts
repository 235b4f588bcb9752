import { describe, expect, it } from "vitest";

import { blocksOf, piecesOf } from "./markdown-blocks";

describe("the Markdown of instructions", () => {
  it("is cut into headings, lists, code and paragraphs", () => {
    const text =
      "# Cells\nMark every cell,\nwhole ones only.\n\n- red\n- white\n\n1. first\n```\na\n```";
    expect(blocksOf(text)).toEqual([
      { kind: "heading", level: 1, text: "Cells" },
      { kind: "paragraph", text: "Mark every cell, whole ones only." },
      { kind: "list", isOrdered: false, items: ["red", "white"] },
      { kind: "list", isOrdered: true, items: ["first"] },
      { kind: "code", text: "a" },
    ]);
  });

  it("marks words, and links to pages only", () => {
    expect(piecesOf("**Never** skip `x`, see [this](https://a.example/b)")).toEqual([
      { kind: "strong", text: "Never" },
      { kind: "text", text: " skip " },
      { kind: "code", text: "x" },
      { kind: "text", text: ", see " },
      { kind: "link", text: "this", to: "https://a.example/b" },
    ]);
    expect(piecesOf("[run](javascript:alert(1))")).toEqual([
      { kind: "text", text: "[run](javascript:alert(1))" },
    ]);
  });
});
