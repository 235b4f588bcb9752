import type { Options } from "@/components/options/values";

import { writeDraft } from "../new-run/draft";
import type { TrainingRun } from "../types";

type Verdict = NonNullable<TrainingRun["verdict"]>;
export type NextStep = Verdict["reasons"][number]["next_steps"][number];

/** What a run that was too short is to be repeated with. */
const LONGER = 3;

/** What a verdict asks for, each once, that of the likeliest reason first. */
export function nextSteps({ reasons }: Verdict): NextStep[] {
  return [...new Set(reasons.flatMap(({ next_steps }) => next_steps))];
}

/** Where a next step is taken. */
export function stepPath(step: NextStep, run: TrainingRun, verdict: Verdict): string {
  const base = `/projects/${run.project_id}`;
  const dataset = run.dataset_versions[0]?.dataset_id;
  const data = dataset === undefined ? `${base}/data` : `${base}/data/${dataset}`;
  switch (step) {
    case "check_data":
      return dataset === undefined ? data : `${data}/quality`;
    case "add_data":
      return dataset === undefined ? data : `${data}/import`;
    case "label_more":
      return `${base}/label`;
    case "choose_columns":
      return again(run, run.options as Options);
    case "train_longer":
      return again(run, longer(run.options as Options, verdict));
    case "retry": {
      const options = Object.entries(run.options as Options);
      return again(run, Object.fromEntries(options.filter(([name]) => name !== "learning_rate")));
    }
  }
}

/** The form of a new run, filled in like this one. */
function again(run: TrainingRun, options: Options): string {
  const query = writeDraft({
    name: "",
    versionIds: run.dataset_versions.map(({ id }) => id),
    target: run.target,
    tier: run.tier,
    backbone: run.backbone,
    options,
    initialModelVersionId: run.initial_model_version?.id ?? null,
    fromScratch: !run.pretrained && run.initial_model_version == null,
    seed: run.seed,
  });
  return `/projects/${run.project_id}/train/new?${query}`;
}

function longer(options: Options, { reasons }: Verdict): Options {
  const short = reasons.find(({ code }) => code === "few_epochs" || code === "still_learning");
  const epochs = short?.params["count"];
  return typeof epochs === "number" ? { ...options, epochs: epochs * LONGER } : options;
}
