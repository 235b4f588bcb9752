import { describe, expect, it } from "vitest";

import type { FormatGuess } from "../api/imports/use-detected-format";
import type { PreviewedTable } from "../api/imports/use-column-preview";
import type { TablePreview } from "../api/imports/use-table-preview";
import { areColumnsClear, isReadingClear, onlyFormat } from "./certainty";

const guess = (format: FormatGuess["format"], score: number): FormatGuess => ({
  format,
  score,
  code: "sign",
  params: {},
  message: "",
});

describe("onlyFormat", () => {
  it.each([
    ["folders beside nothing", [guess("image_folder", 0.6), guess("loose_files", 0.1)], true],
    ["one format alone", [guess("table", 0.8)], true],
    ["a table beside folders", [guess("csv_labels", 0.95), guess("image_folder", 0.6)], false],
    ["a weak guess", [guess("text_table", 0.45)], false],
    ["images alone", [guess("loose_files", 0.1)], false],
    ["one folder", [guess("loose_files", 0.1), guess("image_folder", 0.05)], false],
    ["nothing", [], false],
  ])("of %s", (_, guesses, isOnly) => {
    expect(onlyFormat(guesses)).toBe(isOnly ? guesses[0] : undefined);
  });
});

const reason = (is_sure: boolean) => ({
  part: "label",
  code: "c",
  params: {},
  message: "",
  is_sure,
});

function table(column: string | null, isSure: boolean, numTables = 1, numRows = 9) {
  const role = { role: "label", is_needed: true, column, reason: reason(isSure) };
  return {
    name: "a.csv",
    numTables,
    preview: { roles: [role], num_rows: numRows },
  } as unknown as PreviewedTable;
}

describe("areColumnsClear", () => {
  it.each([
    ["named", table("label", true), true],
    ["guessed by their cells", table("label", false), false],
    ["without one that is needed", table(null, true), false],
    ["of several tables", table("label", true, 2), false],
    ["without rows", table("label", true, 1, 0), false],
    ["that cannot be shown", null, false],
  ])("for columns %s", (_, found, isClear) => expect(areColumnsClear(found)).toBe(isClear));
});

const preview = {
  num_rows: 9,
  num_uneven: 0,
  num_named_anew: 0,
  notes: [],
  reasons: [reason(true)],
  columns: [{ num_infinite: 0, num_odd: 0 }],
};
const shown = (changes: object) => ({ ...preview, ...changes }) as unknown as TablePreview;

describe("isReadingClear", () => {
  it("for a table that is read as it stands there", () => {
    expect(isReadingClear(shown({}))).toBe(true);
  });
  it.each([
    { num_rows: 0 },
    { num_uneven: 1 },
    { num_named_anew: 1 },
    { notes: [{ code: "n" }] },
    { reasons: [reason(false)] },
    { columns: [{ num_infinite: 0, num_odd: 1 }] },
  ])("not with %o", (changes) => expect(isReadingClear(shown(changes))).toBe(false));
  it("not for one that cannot be shown", () => expect(isReadingClear(undefined)).toBe(false));
});
