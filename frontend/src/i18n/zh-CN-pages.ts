import { byFileName } from "./messages";

/** The texts of a project's pages and of refusals, loaded beside the first view. */
export const messages = byFileName(
  import.meta.glob(
    "./zh-CN/{access,actions,alerts,batches,calls,predictions,capture,check,cleaning,columns,datasets,deployments,errors,video,datumaro,formats,help,inputs,labelling,lineage,map,mapping,media,metrics,models,quality,reading,report,running,audio,splits,table,terms,training,trySamples,tuning,views}.json",
    { eager: true, import: "default" },
  ),
);
