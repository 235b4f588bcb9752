import { describe, expect, it } from "vitest";

import { messages as englishFirst } from "./en";
import { messages as englishPages } from "./en-pages";
import { messages as chineseFirst } from "./zh-CN";
import { messages as chinesePages } from "./zh-CN-pages";

const english = { ...englishFirst, ...englishPages };
const chinese = { ...chineseFirst, ...chinesePages };

/** Before the number of a limit. */
const LIMIT = /^(least|most|than|first) $/;
/** Said of two or more only. */
const NEVER_ONE = new Set([
  "accounts.field.passwordRule",
  "errors.field_twice",
  "errors.frames_left_out",
  "errors.table_too_wide",
  "errors.text_too_long",
  "errors.too_many_texts",
  "formats.errors.circle_drawn",
  "formats.errors.parts_united",
  "formats.errors.row_many_labels",
  "formats.errors.sample_ambiguous",
  "mapping.firstOf",
  "models.sections.largeMatrix",
  "reading.firstOf",
  "training.errors.too_many_labels",
]);
const PLURAL = /_(zero|one|two|few|many|other)$/;

function flatten(texts: unknown, prefix = ""): Map<string, string> {
  if (typeof texts === "string") return new Map([[prefix, texts]]);
  return new Map(
    Object.entries(texts as object).flatMap(([key, value]) => [
      ...flatten(value, prefix === "" ? key : `${prefix}.${key}`),
    ]),
  );
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name ?? "").sort();
}

const en = flatten(english);
const zh = flatten(chinese);
const withoutPlural = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, "")))].sort();

const SOURCES = Object.entries(
  import.meta.glob("../**/*.{ts,tsx}", {
    eager: true,
    query: "?raw",
    import: "default",
  }) as Record<string, string>,
).filter(([path]) => !path.includes(".test."));

/** What the source asks for in the first group of a pattern, where it is wrong. */
function asked(pattern: RegExp, isWrong: (key: string) => boolean): string[] {
  return SOURCES.flatMap(([path, source]) =>
    [...source.matchAll(pattern)]
      .map(([, key]) => key ?? "")
      .filter(isWrong)
      .map((key) => `${path}: ${key}`),
  );
}

describe("texts", () => {
  it("exist in both languages", () => {
    expect(withoutPlural(zh)).toEqual(withoutPlural(en));
  });

  it("have all the plural forms that their language needs", () => {
    const forms = (texts: Map<string, string>, language: string) => {
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const bases = [...en.keys()]
        .filter((key) => key.endsWith("_one"))
        .map((key) => key.replace(PLURAL, ""));
      return bases.flatMap((base) =>
        needed.map((form) => `${base}_${form}`).filter((key) => !texts.has(key)),
      );
    };
    expect(forms(en, "en")).toEqual([]);
    expect(forms(zh, "zh-CN")).toEqual([]);
  });

  it("have a form for one in English wherever a number counts things", () => {
    const counts = /(\w+ )?{{(?:count|num)(?:, number)?}} (?:[a-z-]+ )?[a-z]+[^s\W]s\b/;
    const one = [...en].filter(([key, text]) => {
      const [found, before = ""] = counts.exec(text) ?? [];
      return !(found === undefined || PLURAL.test(key) || LIMIT.test(before) || NEVER_ONE.has(key));
    });
    expect(one).toEqual([]);
    expect([...en].filter(([, text]) => text.includes("(s)"))).toEqual([]);
  });

  it("name the same values in both languages", () => {
    const different = [...zh].filter(([key, text]) => {
      const other = en.get(key);
      return other !== undefined && placeholders(text).join() !== placeholders(other).join();
    });
    expect(different).toEqual([]);
  });

  it("are never empty", () => {
    expect([...en, ...zh].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("that the source asks for by a literal key exist", () => {
    const known = new Set(withoutPlural(en));
    expect(asked(/\bt\(\s*"([\w.-]+)"/g, (key) => !known.has(key))).toEqual([]);
  });

  it("that the source asks for by a key with a literal beginning exist", () => {
    const keys = [...en.keys()];
    const isNoBeginning = (start: string) => !keys.some((key) => key.startsWith(start));
    expect(asked(/\bt\(\s*`([\w-]+\.[\w.-]*)\$/g, isNoBeginning)).toEqual([]);
  });
});
