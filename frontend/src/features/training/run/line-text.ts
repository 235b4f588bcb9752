import type { TFunction } from "i18next";

import { candidateName } from "@/components/metrics/candidate-name";
import { metricText, type MetricUnit } from "@/components/metrics/metric";
import { metricName } from "@/components/metrics/metric-name";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatMetric,
  formatNumber,
  formatPercent,
} from "@/i18n/format";
import { codedText, counted } from "@/i18n/problem-text";

import type { TrainingRun } from "../types";
import type { JobLine } from "./live";
import { warningText } from "./warning-text";

interface LineReader {
  t: TFunction;
  language: string;
  run: Pick<TrainingRun, "task" | "primary_metric" | "options">;
  unit: MetricUnit;
}

type Params = Record<string, unknown>;

/** What the codes of lines begin with that name one of the models a run tries. */
const CANDIDATE = "candidate_";

/** How the numbers of engine lines are written, by the name they go by; others are counts. */
const WRITTEN: Partial<Record<string, (value: number, language: string) => string>> = {
  seconds: formatDuration,
  size_bytes: formatBytes,
  share: formatPercent,
  learning_rate: formatNumber,
  loss: formatMetric,
  latency_ms: (value, language) => formatDuration(value / 1000, language),
};

/** Say a line of a run's log in the reader's language; nothing where it says nothing to people. */
export function lineText({ kind, data }: JobLine, reader: LineReader): string | undefined {
  const { t, run } = reader;
  const {
    code = "",
    params = {},
    message = "",
  } = data as {
    code?: string;
    params?: Params;
    message?: string;
  };
  switch (kind) {
    case "phase":
      return t(`ui.phase.${String(data["phase"])}`, { defaultValue: String(data["phase"]) });
    case "log":
      // Runs of earlier releases have lines without a code.
      return code === ""
        ? message
        : t(`running.log.${code}`, {
            ...written(params, reader.language),
            ...(code.startsWith(CANDIDATE) && { name: candidateName(t, String(params["name"])) }),
            defaultValue: message,
          });
    case "warning":
      return warningText(t, { code, params, message }, run);
    case "error":
      return codedText(t, code, params, message);
    case "metric":
      return measured(data, reader);
    case "checkpoint":
      return t("running.log.best_kept");
    case "artifact":
      return t(`running.artifact.${String(data["name"])}`, { defaultValue: "" }) || undefined;
  }
  return undefined;
}

function written(params: Params, language: string): Params {
  const texts = Object.entries(params).map(([name, value]) => {
    if (name === "device") return [name, String(value).toUpperCase()];
    if (typeof value !== "number") return [name, value];
    return [name, (WRITTEN[name] ?? formatCount)(value, language)];
  });
  const { count } = counted(params);
  // A number of its own chooses between singular and plural.
  return { ...Object.fromEntries(texts), ...(count !== undefined && { count }) };
}

/** The number that a task is evaluated by, with the loss beside it. */
function measured(data: Params, { t, language, run, unit }: LineReader): string | undefined {
  const values = data["values"] as Record<string, number>;
  const primary = values[run.primary_metric];
  // Of candidates of a table, the lines of words tell.
  if (primary === undefined) return undefined;
  const numbers = [`${metricName(t, run.primary_metric)} ${metricText(primary, unit, language)}`];
  const loss = values["loss"];
  if (loss !== undefined) numbers.push(`${metricName(t, "loss")} ${formatMetric(loss, language)}`);
  // A list in Chinese would have nothing between numbers with units.
  const list = numbers.join(" · ");
  return run.task.startsWith("tabular.")
    ? t("running.log.measured", { values: list })
    : t("running.log.epoch_measured", {
        epoch: formatCount(Number(data["epoch"]), language),
        values: list,
      });
}
