import type { Curve } from "@/components/charts/curves-chart";

import type { Columns } from "./documents";

/** What the ends of an interval are called, after the name of the column they belong to. */
const LOW = /^(.+)_(low|lower|p10|p05|p5|p025)$/;
const HIGH = /^(.+)_(high|upper|p90|p95|p975)$/;

/** Milliseconds of a written time, or `null`. */
function timeOf(value: unknown): number | null {
  if (typeof value !== "string") return null;
  const time = Date.parse(value.includes("T") ? value : value.replace(" ", "T"));
  return Number.isNaN(time) ? null : time;
}

/** The column that holds the times: the first whose values can all be read as such. */
function timeColumn(columns: Columns): string | undefined {
  return Object.keys(columns).find((name) => {
    const values = columns[name] ?? [];
    return values.length > 0 && values.every((value) => timeOf(value) !== null);
  });
}

const numbers = (values: Columns[string] | undefined): (number | null)[] =>
  (values ?? []).map((value) =>
    value === null || value === "" || Number.isNaN(Number(value)) ? null : Number(value),
  );

export interface Forecast {
  readonly xKind: "time" | "value";
  readonly curves: readonly Curve[];
}

/**
 * The curves of a forecast behind what was known before, one colour for each target.
 *
 * @param history the columns that were sent; only those that are forecast are drawn.
 * @param known how the known part of a curve is called.
 */
export function forecastCurves(
  forecast: Columns,
  history: Columns | null,
  known: (target: string) => string,
): Forecast {
  const time = timeColumn(forecast);
  const names = Object.keys(forecast);
  const targets = names.filter(
    (name) =>
      name !== time &&
      !LOW.test(name) &&
      !HIGH.test(name) &&
      numbers(forecast[name]).some((value) => value !== null),
  );
  const numKnown = Math.max(0, ...Object.values(history ?? {}).map((column) => column.length));
  const xOf = (columns: Columns, length: number, from: number): number[] =>
    time !== undefined && columns[time] !== undefined
      ? (columns[time] ?? []).map((value, index) => timeOf(value) ?? index)
      : Array.from({ length }, (_, index) => from + index);
  const curves = targets.flatMap((target, color): Curve[] => {
    const low = names.find((name) => LOW.exec(name)?.[1] === target);
    const high = names.find((name) => HIGH.exec(name)?.[1] === target);
    const y = numbers(forecast[target]);
    const before = history?.[target];
    const ahead: Curve = {
      name: target,
      x: xOf(forecast, y.length, numKnown),
      y,
      color,
      ...(low !== undefined &&
        high !== undefined && { low: numbers(forecast[low]), high: numbers(forecast[high]) }),
    };
    if (before === undefined || history === null) return [ahead];
    const past = numbers(before);
    return [
      { name: known(target), x: xOf(history, past.length, 0), y: past, color, isFaint: true },
      ahead,
    ];
  });
  return { xKind: time === undefined ? "value" : "time", curves };
}

/** Read columns from the text of what was sent. */
export function readColumns(text: string): Columns | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return Object.values(value).every(Array.isArray) ? (value as Columns) : null;
  } catch {
    return null;
  }
}
