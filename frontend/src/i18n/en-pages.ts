import { byFileName } from "./messages";

/** The texts of a project's pages, loaded beside the first view. */
export const messages = byFileName(
  import.meta.glob(
    "./en/{answers,cleaning,columns,datasets,deployments,formats,inputs,labelling,lineage,map,media,models,quality,report,splits,training,trySamples,views}.json",
    { eager: true, import: "default" },
  ),
);
