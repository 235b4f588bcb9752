import type { Job } from "@/api/types";

/** The page where a job's outcome can be seen. */
export function jobPath(
  job: Pick<Job, "kind" | "organisation_id" | "project_id" | "subject_id">,
): string | undefined {
  if (job.kind === "purge_project") return `/organisations/${job.organisation_id}/trash`;
  if (job.project_id === null) return undefined;
  const project = `/projects/${job.project_id}`;
  switch (job.kind) {
    case "train":
    case "run_trial":
      return `${project}/train/${job.subject_id}`;
    case "propose_trials":
      return `${project}/search/${job.subject_id}`;
    case "batch_prediction":
      return `${project}/models/batch-predictions/${job.subject_id}`;
    case "evaluate_models":
      return `${project}/models/evaluations/${job.subject_id}`;
    case "load_test":
      return `${project}/deploy/${job.subject_id}?tab=statistics`;
    case "build_sdk":
      return `${project}/models/${job.subject_id}`;
    case "package_built_in":
      return `${project}/models`;
    case "sample_project":
      return project;
    case "import_archive":
    case "inspect_dataset":
    case "fix_finding":
    case "undo_fix":
    case "freeze_version":
    case "purge_trash":
    case "change_samples":
    case "merge_version":
    case "read_table":
    case "apply_cleaning":
    case "undo_cleaning":
    case "clean_dataset":
    case "preview_cleaning":
    case "draw_map":
    case "export_version":
      return `${project}/data`;
    case "draw_wave":
    case "copy_film":
    case "suggest":
    case "accept_suggestions":
    case "package_segmenter":
      return `${project}/label`;
    case "make_assignment":
      return `${project}/label/assignments/${job.subject_id}`;
    case "augmentation_preview":
      return `${project}/train`;
  }
}
