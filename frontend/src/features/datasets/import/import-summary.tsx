import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useMay, useProjectId } from "@/api/project";
import type { Dataset } from "@/api/datasets";
import { Count } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";
import { TrainOn } from "@/components/versions/train-on";

import { AnnotationOutcome } from "./annotation-outcome";
import { ImportProblems } from "./import-problems";
import type { ImportResult } from "./use-import-end";
import styles from "./upload-progress.module.css";

interface Props {
  dataset: Dataset;
  importId: string;
  result: ImportResult;
  numDuplicate: number;
  onEnd: () => void;
}

/** The end of an upload: what came in, what did not and why, and the next step. */
export function ImportSummary({ dataset, importId, result, numDuplicate, onEnd }: Props) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const mayTrain = useMay("developer");
  const isTable = dataset.num_rows !== null;
  // Nobody labels tables: a column says what is true.
  const numUnlabelled = isTable ? 0 : dataset.num_samples - dataset.num_labelled;
  return (
    <Panel
      title={t(
        result.num_added + numDuplicate === 0 && result.num_rejected > 0
          ? "datasets.import.nothingCame"
          : "datasets.import.summary",
      )}
    >
      <div className={styles.summary}>
        <Stats>
          <Stat label={t("datasets.outcome.added")} value={<Count value={result.num_added} />} />
          {isTable ? (
            <Stat
              label={t("datasets.import.rowsNow")}
              value={<Count value={dataset.num_rows ?? 0} />}
            />
          ) : (
            <Stat
              label={t("datasets.import.withLabels")}
              value={<Count value={result.num_labelled} />}
            />
          )}
          <Stat
            label={t("datasets.outcome.duplicate")}
            value={<Count value={numDuplicate} />}
            {...(numDuplicate > 0 && { detail: t("datasets.import.duplicateHint") })}
          />
          <Stat
            label={t("datasets.outcome.rejected")}
            value={<Count value={result.num_rejected} />}
            tone={result.num_rejected > 0 ? "warn" : undefined}
          />
        </Stats>
        <AnnotationOutcome annotations={result.annotations} />
        <ImportProblems importId={importId} />
        <div className={styles.buttons}>
          {numUnlabelled > 0 ? (
            <Link to={`/projects/${projectId}/label/${dataset.id}`}>
              <Button type="primary" tabIndex={-1}>
                {t("datasets.action.label", { count: numUnlabelled })}
              </Button>
            </Link>
          ) : (
            dataset.num_samples > 0 &&
            mayTrain && <TrainOn dataset={dataset}>{t("datasets.action.train")}</TrainOn>
          )}
          {numUnlabelled > 0 && dataset.num_labelled > 0 && mayTrain && (
            <TrainOn dataset={dataset} type="default">
              {t("datasets.action.trainOn", { count: dataset.num_labelled })}
            </TrainOn>
          )}
          {dataset.num_samples > 0 && (
            <Link to={isTable ? "../table" : "../browse"}>
              <Button tabIndex={-1}>{t("datasets.import.look")}</Button>
            </Link>
          )}
          <Button type={dataset.num_samples > 0 ? "default" : "primary"} onClick={onEnd}>
            {t("datasets.import.more")}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
