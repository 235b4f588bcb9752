import type { Job } from "@/api/types";

/** What a job counts: words for it are `ui.job.done.…`. */
export type JobUnit = "samples" | "items" | "rows" | "steps" | "images";

const UNITS: Partial<Record<Job["kind"], JobUnit>> = {
  import_archive: "items",
  sample_project: "samples",
  freeze_version: "samples",
  merge_version: "samples",
  purge_trash: "samples",
  purge_project: "items",
  change_samples: "samples",
  inspect_dataset: "samples",
  fix_finding: "samples",
  undo_fix: "samples",
  suggest: "samples",
  accept_suggestions: "samples",
  clean_dataset: "samples",
  apply_cleaning: "samples",
  undo_cleaning: "samples",
  preview_cleaning: "samples",
  draw_map: "samples",
  make_assignment: "samples",
  read_table: "rows",
  augmentation_preview: "images",
  batch_prediction: "items",
  evaluate_models: "samples",
};

/** Kinds that end in a model, which is evaluated and checked. */
const MAKES_MODEL: ReadonlySet<Job["kind"]> = new Set(["train", "run_trial", "package_built_in"]);

/** What the making of a model counts in each of its phases; others have no parts. */
const PHASES: Partial<Record<string, JobUnit>> = {
  prepare: "samples",
  train: "steps",
  evaluate: "samples",
  verify: "samples",
};

/** Return what a job counts now; nothing where only the share tells anything, such as bytes. */
export function unitOf({ kind, phase }: Pick<Job, "kind" | "phase">): JobUnit | undefined {
  // Models are compared on samples drawn again and again, whose number says nothing.
  if (phase === "compare") return undefined;
  return MAKES_MODEL.has(kind) ? PHASES[phase] : UNITS[kind];
}
