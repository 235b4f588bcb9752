import { describe, expect, it } from "vitest";

import type { WorkItem } from "@/api/assignments";

import { merged } from "./use-batch";

function item(id: string, state: WorkItem["state"] = "held"): WorkItem {
  return { id, state, sample: { id: `s-${id}` } } as WorkItem;
}

describe("a batch that is filled up", () => {
  it("keeps what was handed in where it was, and adds the new at the end", () => {
    const old = [item("a", "held"), item("b", "held")];
    const found = [item("b", "returned"), item("c")];
    expect(merged(old, found).map(({ id, state }) => [id, state])).toEqual([
      ["a", "held"],
      ["b", "returned"],
      ["c", "held"],
    ]);
  });
});
