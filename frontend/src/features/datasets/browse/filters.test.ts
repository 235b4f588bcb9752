import { describe, expect, it } from "vitest";

import { filterQuery, hasFilters, NO_FILTERS, parseFilters, writeFilters } from "./filters";

describe("sample filters in the URL", () => {
  it("come back from the URL as they were written", () => {
    const filters = {
      ...NO_FILTERS,
      labels: ["l1", "l2"],
      state: "labelled" as const,
      source: "import" as const,
      version: "v1",
      split: "test" as const,
      suggested: "contradicts" as const,
      search: "香蕉 & co",
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

  it("become the API's query with absent filters left out", () => {
    expect(filterQuery(NO_FILTERS)).toEqual({});
    expect(filterQuery({ ...NO_FILTERS, state: "unlabelled", search: "a" })).toEqual({
      unlabelled: true,
      search: "a",
    });
    expect(hasFilters({ ...NO_FILTERS, ordering: "name" })).toBe(false);
  });
});
