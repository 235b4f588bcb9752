import type { TFunction } from "i18next";

import { isObject } from "@/components/predictions/documents";
import { withShownName } from "@/components/predictions/reserved-names";
import { formatDuration, formatNumber, formatPercent } from "@/i18n/format";

type Result = Readonly<Record<string, unknown>>;

/** Beside the predicted value in a row of a table. */
const NO_TARGETS = new Set(["probabilities", "request", "unread", "value", "score"]);
const INTERVAL = /_(low|high)$/;
const FEW = 3;

/** A result of any kind of prediction in a few words. */
export function resultText(t: TFunction, answered: Result, language: string): string {
  const result = withShownName(t, answered);
  const { name, score, subject, object, objects, aspect, polarity } = result;
  if (typeof result.is_anomalous === "boolean") {
    const state = t(result.is_anomalous ? "predictions.isAnomalous" : "predictions.isNormal");
    return scored(state, score, language);
  }
  if (Array.isArray(objects)) return frameText(result, objects, language);
  if (isObject(subject) && isObject(object)) {
    return [subject.text, name, object.text].map((part) => valueText(part, language)).join(" → ");
  }
  if (aspect !== undefined)
    return [aspect, polarity].map((part) => valueText(part, language)).join(": ");
  const content = result.words ?? result.text;
  if (content !== undefined) {
    return scored(named(name, valueText(content, language)), score, language);
  }
  if (typeof name === "string") return scored(name, score, language);
  return columnsText(result, language);
}

/** What is in a frame of a video: names with the numbers that tell objects apart. */
function frameText({ time_seconds: time }: Result, objects: unknown[], language: string): string {
  const shown = objects.filter(isObject).map(({ name, track_id: id }) => {
    return `${valueText(name, language)} ${valueText(id, language)}`;
  });
  const at = typeof time === "number" ? formatDuration(time, language) : "";
  return `${at}: ${shown.length === 0 ? "–" : few(shown)}`;
}

/** What is predicted of a row of a table, or of the times ahead of a series. */
function columnsText(result: Result, language: string): string {
  const targets = Object.entries(result).filter(
    ([column]) => !NO_TARGETS.has(column) && !INTERVAL.test(column),
  );
  return targets
    .map(([column, value]) => {
      const values = Array.isArray(value) ? value : [value];
      return `${column}: ${few(values.map((one) => valueText(one, language)))}`;
    })
    .join("; ");
}

function few(parts: string[]): string {
  return parts.slice(0, FEW).join(", ") + (parts.length > FEW ? ", …" : "");
}

function named(name: unknown, text: string): string {
  return typeof name === "string" ? `${name}: ${text}` : text;
}

function scored(text: string, score: unknown, language: string): string {
  return typeof score === "number" ? `${text} (${formatPercent(score, language, 1)})` : text;
}

function valueText(value: unknown, language: string): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? formatNumber(value, language) : JSON.stringify(value ?? null);
}
