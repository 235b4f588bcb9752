import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { api, send } from "@/api/client";
import { datasetKeys, type Dataset } from "@/api/datasets";
import type { VersionMerge } from "@/api/version-lineage";
import { JobProgress } from "@/components/ui/job-progress";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { formatCount } from "@/i18n/format";

import styles from "./versions-tab.module.css";

const COUNTS = [
  "added",
  "duplicate",
  "labelled",
  "conflict_kept",
  "conflict_replaced",
  "in_trash",
  "labels_left_out",
  "parts_changed",
] as const;

/** What was brought into this dataset from versions, and what became of it. */
export function Merges({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const merges = useQuery({
    queryKey: [...datasetKeys.one(dataset.id), "merges"],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/merges", {
          params: { path: { dataset_id: dataset.id } },
        }),
      ),
    select: (answer) => answer.results,
  });
  if (merges.data === undefined || merges.data.length === 0) return null;
  return (
    <Panel title={t("lineage.brought")}>
      <ul className={styles.merges}>
        {merges.data.map((merge) => (
          <li key={merge.id}>
            <MergeRow dataset={dataset} merge={merge} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function MergeRow({ dataset, merge }: { dataset: Dataset; merge: VersionMerge }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id) });
  const { version, counts, job } = merge;
  const isDone = job === null || job.state === "succeeded";
  const counted = COUNTS.filter((name) => counts[name] > 0);
  return (
    <>
      <p className={styles.summary}>
        <strong>
          {t(merge.is_fork ? "lineage.forkedFrom" : "lineage.mergedFrom")} {version.dataset_name} v
          {version.number}
        </strong>
        <Time value={merge.created_at} style="moment" />
        {merge.created_by !== null && <span>{merge.created_by.name}</span>}
      </p>
      {!isDone && <JobProgress job={job} cancellable onFinished={refresh} />}
      {isDone && (
        <p className={styles.summary}>
          {counted.map((name) => (
            <span key={name}>
              {t(`lineage.counts.${name}`, {
                count: counts[name],
                num: formatCount(counts[name], i18n.language),
              })}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
