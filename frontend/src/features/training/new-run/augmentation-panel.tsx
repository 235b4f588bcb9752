import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Job } from "@/api/types";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import { useStartPreview } from "../api/use-start-preview";
import type { OptionField } from "@/components/options/schema";
import { keyOf, valueOf, withValue, type Options } from "@/components/options/values";
import { AugmentationPreview } from "./augmentation-preview";
import { OptionControl } from "./option-control";
import styles from "./new-run.module.css";

interface AugmentationPanelProps {
  fields: OptionField[];
  options: Options;
  versionId: string | undefined;
  onChange: (options: Options) => void;
}

/** Random changes of the training images, shown on the project's own images. */
export function AugmentationPanel(props: AugmentationPanelProps) {
  const { fields, options, versionId, onChange } = props;
  const { t } = useTranslation();
  const start = useStartPreview();
  const [finished, setFinished] = useState<Job>();
  const preview = () => {
    if (versionId === undefined) return;
    setFinished(undefined);
    const all = fields.reduce<Options>(
      (values, field) => ({ ...values, [field.path.at(-1) ?? ""]: valueOf(options, field) }),
      {},
    );
    start.mutate({ dataset_version_id: versionId, options: { augmentation: all } });
  };
  const job = start.data;
  return (
    <Panel
      title={<Term name="augmentation">{t("training.new.augmentation.title")}</Term>}
      extra={
        <Button
          size="small"
          onClick={preview}
          loading={start.isPending}
          disabled={versionId === undefined}
        >
          {t("training.new.augmentation.preview")}
        </Button>
      }
    >
      <div className={styles.stack}>
        <div className={styles.fields}>
          {fields.map((field) => (
            <OptionControl
              key={keyOf(field)}
              field={field}
              value={valueOf(options, field)}
              onChange={(value) => onChange(withValue(options, field, value))}
            />
          ))}
        </div>
        {start.isError && <ErrorState error={start.error} onRetry={preview} />}
        {job !== undefined && finished?.id !== job.id && (
          <JobProgress key={job.id} job={job} onFinished={setFinished} />
        )}
        {finished?.state === "succeeded" && <AugmentationPreview jobId={finished.id} />}
      </div>
    </Panel>
  );
}
