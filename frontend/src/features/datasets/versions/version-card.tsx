import { useQueryClient } from "@tanstack/react-query";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { datasetKeys, type DatasetVersion } from "@/api/datasets";
import { useMay, useProjectId } from "@/api/project";
import { filtersOf, searchOf } from "@/api/sample-filters";
import { useTaskCard } from "@/api/task-card";
import { JobProgress } from "@/components/ui/job-progress";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { formatPercent } from "@/i18n/format";

import { useDatumaroFormats } from "../api/imports/use-datumaro-formats";
import { useThisDataset } from "../dataset-context";
import { DatumaroExportDialog } from "./datumaro-export-dialog";
import { Lineage } from "./lineage";
import { SplitCounts } from "./split-counts";
import { VersionMenu } from "./version-menu";
import styles from "./versions-tab.module.css";

/** One frozen version: how it was divided, what is in each part, and what was made of it. */
export function VersionCard({ version }: { version: DatasetVersion }) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const client = useQueryClient();
  const mayExport = useMay("developer");
  const [showsLineage, setShowsLineage] = useState(false);
  const { id, number, note, state, job } = version;
  const refresh = () =>
    void Promise.all([
      client.invalidateQueries({ queryKey: datasetKeys.versions(version.dataset_id) }),
      client.invalidateQueries({ queryKey: datasetKeys.one(version.dataset_id), exact: true }),
      client.invalidateQueries({ queryKey: ["dataset-versions"] }),
    ]);
  return (
    <Panel
      title={note === "" ? `v${number}` : `v${number} · ${note}`}
      extra={
        state === "ready" && (
          <div className={styles.buttons}>
            <Link to={`${id}/diff`}>
              <Button tabIndex={-1}>{t("lineage.compare")}</Button>
            </Link>
            {mayExport && <ExportMenu versionId={id} />}
            {mayExport && (
              <Link to={`/projects/${projectId}/train/new?version=${id}`}>
                <Button tabIndex={-1}>{t("datasets.versions.train")}</Button>
              </Link>
            )}
            {mayExport && <VersionMenu version={version} />}
          </div>
        )
      }
    >
      <div className={styles.card}>
        <p className={styles.summary}>
          <Time value={version.created_at} style="moment" />
          {version.created_by && <span>{version.created_by.name}</span>}
          {state === "ready" && (
            <span>
              {version.num_rows === null
                ? t("datasets.numImages", { count: version.num_samples })
                : t("datasets.numRows", { count: version.num_rows })}
            </span>
          )}
          <span>
            <Recipe version={version} />
          </span>
          {searchOf(filtersOf(version.query)) !== "" && (
            <Link to={`../browse?${searchOf(filtersOf(version.query))}`}>
              {t("lineage.ofFilter")}
            </Link>
          )}
          {version.num_runs > 0 ? (
            <Link to={`/projects/${projectId}/train`}>
              {t("datasets.versions.runs", { count: version.num_runs })}
            </Link>
          ) : (
            state === "ready" && <span>{t("datasets.versions.noRuns")}</span>
          )}
        </p>
        {state !== "ready" && job !== null && <JobProgress job={job} onFinished={refresh} />}
        {state === "ready" && <SplitCounts version={version} />}
        {state === "ready" && (
          <div>
            <Button
              type="link"
              size="small"
              aria-expanded={showsLineage}
              onClick={() => setShowsLineage(!showsLineage)}
            >
              {t(showsLineage ? "lineage.hide" : "lineage.show")}
            </Button>
            {showsLineage && <Lineage version={version} />}
          </div>
        )}
      </div>
    </Panel>
  );
}

/** How the samples were divided, in a few words. */
function Recipe({ version }: { version: DatasetVersion }) {
  const { t, i18n } = useTranslation();
  const recipe = version.split_recipe;
  const percent = (share: number) => formatPercent(share, i18n.language, 0);
  if (recipe.kind === "custom") {
    return t("datasets.versions.customRecipe", { test: percent(recipe.test), seed: recipe.seed });
  }
  if (recipe.kind === "named") return t("splits.recipe");
  // One table in one part is not divided yet, whatever shares were asked for.
  if (version.num_rows !== null && version.num_rows === version.counts.train.num_rows) {
    return t("datasets.versions.rowsRecipe");
  }
  return t("datasets.versions.randomRecipe", {
    train: percent(recipe.train),
    validation: percent(recipe.validation),
    test: percent(recipe.test),
    seed: recipe.seed,
  });
}

function ExportMenu({ versionId }: { versionId: string }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const formats = useTaskCard(dataset.task)?.export_formats ?? [];
  const datumaro = useDatumaroFormats(dataset.id).data?.exports ?? [];
  const [choosesDatumaro, setChoosesDatumaro] = useState(false);
  const url = (format: string) => `/api/v1/dataset-versions/${versionId}/export?format=${format}`;
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            ...formats.map((format) => ({
              key: format,
              label: (
                <a href={url(format)} download>
                  {t(`formats.${format}.name`)}
                </a>
              ),
            })),
            ...(datumaro.length === 0
              ? []
              : [
                  {
                    key: "datumaro",
                    label: t("datumaro.more"),
                    onClick: () => setChoosesDatumaro(true),
                  },
                ]),
          ],
        }}
      >
        <Button>{t("datasets.versions.export")}</Button>
      </Dropdown>
      {choosesDatumaro && (
        <DatumaroExportDialog versionId={versionId} onClose={() => setChoosesDatumaro(false)} />
      )}
    </>
  );
}
