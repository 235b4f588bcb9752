import type { ChosenFolder } from "./components/folder-choice";
import type { NewBatchPrediction } from "./types";

/** What the form says. */
export interface Choice {
  modelVersionId: string;
  source: "dataset" | "version" | "files" | "folder";
  datasetId: string;
  /** All samples, those without labels, or the id of a saved view. */
  part: string;
  datasetVersionId: string | undefined;
  files: readonly File[];
  folder: ChosenFolder;
  keepsSuggestions: boolean;
  makesLabels: boolean;
}

/** What the server is asked for; of the sources that are not chosen nothing is said. */
export function orderOf(choice: Choice, maySuggest: boolean): NewBatchPrediction {
  const order = { model_version_id: choice.modelVersionId, ...placeOf(choice) };
  if (!maySuggest || !choice.keepsSuggestions) return order;
  return { ...order, keeps_suggestions: true, makes_labels: choice.makesLabels };
}

function placeOf(choice: Choice): Omit<NewBatchPrediction, "model_version_id"> {
  switch (choice.source) {
    case "version":
      return { source: "version", dataset_version_id: choice.datasetVersionId };
    case "files":
      return { source: "files", name: nameOf(choice.files) };
    case "folder":
      return { source: "folder", ...choice.folder };
    case "dataset":
      if (choice.part === "all") return { source: "dataset", dataset_id: choice.datasetId };
      if (choice.part === "unlabelled") {
        const filter = { unlabelled: true };
        return { source: "dataset", dataset_id: choice.datasetId, filter };
      }
      return { source: "view", view_id: choice.part };
  }
}

const LONGEST = 200;

/** What files are called together: the first, and how many there are. */
function nameOf(files: readonly File[]): string {
  const first = files[0]?.name ?? "";
  const name = files.length > 1 ? `${first} + ${files.length - 1}` : first;
  return name.slice(0, LONGEST);
}
