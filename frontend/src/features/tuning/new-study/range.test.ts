import { describe, expect, it } from "vitest";

import type { SearchParameter } from "../types";
import {
  draftOf,
  numCombinations,
  parametersOf,
  rangeProblem,
  rowsOf,
  type NumberRange,
} from "./range";

const range = (changes: Partial<NumberRange> = {}): NumberRange => ({
  kind: "float",
  low: 0.1,
  high: 1,
  log: false,
  step: null,
  ...changes,
});

const SPACE: SearchParameter[] = [
  { name: "backbone", range: { kind: "choices", values: ["a", "b", "c"] } },
  { name: "learning_rate", range: { kind: "float", low: 1e-5, high: 0.1, log: true } },
  {
    name: "dropout",
    range: { kind: "float", low: 0, high: 0.5, log: false, step: null },
    when: { parameter: "backbone", values: ["b", "c"] },
  },
];

describe("rangeProblem", () => {
  it.each([
    ["missing", range({ low: null })],
    ["single", range({ low: 1 })],
    ["reversed", range({ low: 2 })],
    ["log_zero", range({ low: 0, log: true })],
    ["log_step", range({ log: true, step: 0.1 })],
    ["step_low", range({ step: 0 })],
    ["step_high", range({ step: 2 })],
    ["not_whole", range({ kind: "int", low: 0.5, high: 4 })],
    [undefined, range({ step: 0.3 })],
    [undefined, range({ kind: "int", low: 1, high: 4, log: true })],
  ])("is %s", (problem, wrong) => {
    expect(rangeProblem(wrong)).toBe(problem);
  });

  it("wants two choices", () => {
    expect(rangeProblem({ kind: "choices", values: ["a"] })).toBe("few_choices");
  });
});

describe("rows", () => {
  it("vary what is suggested until somebody says otherwise", () => {
    const rows = rowsOf(SPACE, ["learning_rate"], { dropout: { isVaried: true } });
    expect(rows.filter(({ isVaried }) => isVaried).map(({ name }) => name)).toEqual([
      "backbone",
      "learning_rate",
      "dropout",
    ]);
    const others = rowsOf(SPACE, ["learning_rate"], { learning_rate: { isVaried: false } });
    expect(others.map(({ isVaried }) => isVaried)).toEqual([true, false, false]);
  });

  it("are sent with what they wait for, as far as that is left", () => {
    const rows = rowsOf(SPACE, ["dropout"], {
      backbone: { range: { kind: "choices", values: ["a", "b"] } },
    });
    expect(parametersOf(rows)[1]?.when).toEqual({ parameter: "backbone", values: ["b"] });
  });

  it("wait for nothing when all that is left would do, and go when nothing is left", () => {
    const only = (values: string[]) =>
      parametersOf(
        rowsOf(SPACE, ["dropout"], { backbone: { range: { kind: "choices", values } } }),
      );
    expect(only(["b", "c"])[1]).toEqual({
      name: "dropout",
      range: { kind: "float", low: 0, high: 0.5, log: false },
    });
    expect(only(["a"]).map(({ name }) => name)).toEqual(["backbone"]);
  });

  it("say how many combinations there are", () => {
    const rows = rowsOf(SPACE, [], {
      dropout: { isVaried: true, range: range({ low: 0, high: 0.5, step: 0.25 }) },
    });
    expect(numCombinations(rows)).toBe(9);
    expect(numCombinations(rowsOf(SPACE, ["dropout"], {}))).toBe(Infinity);
  });
});

it("a whole range that goes by one has no step to show", () => {
  expect(draftOf({ kind: "int", low: 1, high: 8, log: false, step: 1 })).toMatchObject({
    step: null,
  });
});
