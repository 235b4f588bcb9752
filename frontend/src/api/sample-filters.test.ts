import { describe, expect, it } from "vitest";

import {
  filterQuery,
  filtersOf,
  hasFilters,
  NO_FILTERS,
  parseFilters,
  sameFilters,
  writeFilters,
} from "./sample-filters";

describe("sample filters in the URL", () => {
  it("come back from the URL as they were written", () => {
    const filters = {
      ...NO_FILTERS,
      labels: ["l1", "l2"],
      state: "labelled" as const,
      source: "import" as const,
      version: "v1",
      split: "test" as const,
      finding: "f1",
      assignment: "a1",
      suggested: "contradicts" as const,
      disagreement: { kind: "extra" as const, least: 0.75 },
      search: "香蕉 & co",
      tags: ["t1"],
      author: "u1",
      labelledFrom: "2026-01-01",
      labelledUntil: "2026-02-01",
      ranges: ["width:640:", "seconds::2.5"],
      ordering: "-bytes" as const,
    };
    expect(parseFilters(writeFilters(new URLSearchParams(), filters))).toEqual(filters);
  });

  it("leave defaults out and other parameters alone", () => {
    const written = writeFilters(new URLSearchParams("sample=s1&search=old"), NO_FILTERS);
    expect(written.toString()).toBe("sample=s1");
  });

  it("ignore values that the wall does not know", () => {
    const params = new URLSearchParams("state=odd&ordering=random&source=x&split=test");
    expect(parseFilters(params)).toEqual(NO_FILTERS);
  });

  it("have no order by disagreement without asking for any", () => {
    const ordering = "-disagreement" as const;
    expect(parseFilters(new URLSearchParams({ ordering })).ordering).toBe("-created_at");
    const asked = new URLSearchParams({ ordering, disagreement: "any:0.5" });
    expect(parseFilters(asked).ordering).toBe(ordering);
    const cleared = writeFilters(asked, { ...parseFilters(asked), disagreement: null });
    expect(cleared.toString()).toBe("");
    for (const odd of ["any", "any:2", "some:0.5", "any:x"]) {
      expect(parseFilters(new URLSearchParams({ disagreement: odd })).disagreement).toBeNull();
    }
  });

  it("come back from a saved view as they were saved", () => {
    const filters = {
      ...NO_FILTERS,
      state: "unlabelled" as const,
      tags: ["t1", "t2"],
      ranges: ["bytes:10:20"],
      ordering: "name" as const,
    };
    const again = filtersOf(filterQuery(filters), "name");
    expect(again).toEqual(filters);
    expect(sameFilters(again, filters)).toBe(true);
    expect(sameFilters(again, { ...filters, tags: ["t1"] })).toBe(false);
  });

  it("become the API's query with absent filters left out", () => {
    expect(filterQuery(NO_FILTERS)).toEqual({});
    expect(filterQuery({ ...NO_FILTERS, state: "unlabelled", search: "a" })).toEqual({
      unlabelled: true,
      search: "a",
    });
    expect(hasFilters({ ...NO_FILTERS, ordering: "name" })).toBe(false);
  });
});
