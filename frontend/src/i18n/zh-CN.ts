import { byFileName } from "./messages";

export { default as components } from "antd/locale/zh_CN";

/** The texts that a visitor may need first; those of a project's pages and of refusals are in `zh-CN-pages.ts`. */
export const messages = byFileName(
  import.meta.glob(
    [
      "./zh-CN/*.json",
      "!./zh-CN/{access,actions,alerts,calls,predictions,capture,check,cleaning,columns,datasets,deployments,errors,video,datumaro,formats,help,inputs,labelling,lineage,map,mapping,media,metrics,models,quality,reading,report,running,audio,splits,table,terms,training,trySamples,tuning,views}.json",
    ],
    {
      eager: true,
      import: "default",
    },
  ),
);
