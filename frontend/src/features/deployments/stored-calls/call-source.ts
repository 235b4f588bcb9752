import type { Media, Source } from "@/components/media/source";
import type { PredictionKind } from "@/components/predictions/documents";

import type { StoredCall } from "../types";

/** What was sent with a call, to be shown like a sample. */
export function callSource(call: StoredCall, media: Media): Source {
  const file = `/api/v1/stored-calls/${call.id}/file`;
  const name = String(call.log_id);
  if (call.has_file) {
    return { media, name, url: file, thumbnail: `${file}?size=320` };
  }
  const text = textOf(call, media);
  return { media, name, text, excerpt: text.slice(0, 400) };
}

function textOf({ values }: StoredCall, media: Media): string {
  if (media === "text" && typeof values.text === "string") return values.text;
  if (media === "table") return JSON.stringify(values.data ?? values);
  return JSON.stringify(values);
}

/** Results as the view of their kind reads them: a forecast is drawn from columns. */
export function resultsOf(
  results: readonly Readonly<Record<string, unknown>>[],
  kind: PredictionKind,
): unknown {
  const [first] = results;
  if (kind !== "forecast" || first === undefined) return results;
  return Object.fromEntries(
    Object.keys(first).map((name) => [name, results.map((row) => row[name])]),
  );
}

/** What explains a prediction of a row instead of being it. */
const ASIDE = new Set([
  "attributions",
  "high",
  "low",
  "probabilities",
  "request",
  "score",
  "unread",
]);

/** The most certain thing that was predicted, in one word; nothing where there is no such word. */
export function headline({ top_label: label, results }: StoredCall): string | undefined {
  if (label !== "") return label;
  const [first] = results;
  if (first === undefined || "objects" in first) return undefined;
  if (typeof first.text === "string") return first.text;
  if (typeof first.words === "string") return first.words;
  const predicted = first[predictedColumn(results) ?? ""];
  return typeof predicted === "object" || predicted === undefined ? undefined : String(predicted);
}

/** The column whose values were predicted, of rows. */
export function predictedColumn(results: StoredCall["results"]): string | undefined {
  return Object.keys(results[0] ?? {}).find((name) => !ASIDE.has(name));
}

/** What was right, in one line. */
export function truthText(truth: NonNullable<StoredCall["truth"]>): string {
  if (truth.labels !== null) return truth.labels.join(", ");
  return truth.text ?? String(truth.value);
}

/** Whether what was predicted was right; nothing where that is not known. */
export function isRight(call: StoredCall): boolean | undefined {
  return call.num_evaluated === 0 ? undefined : call.num_right === call.num_evaluated;
}
