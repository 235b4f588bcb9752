import { byFileName } from "./messages";

/** The texts of a project's pages, loaded beside the first view. */
export const messages = byFileName(
  import.meta.glob(
    "./en/{answers,columns,datasets,deployments,formats,inputs,labelling,media,models,quality,report,splits,training,trySamples}.json",
    { eager: true, import: "default" },
  ),
);
