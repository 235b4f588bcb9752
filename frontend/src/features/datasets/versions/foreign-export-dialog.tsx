import { Button, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";

import {
  useForeignExport,
  useForeignFormats,
  useStartForeignExport,
  type ForeignExport,
} from "../api/use-foreign-formats";
import { useThisDataset } from "../dataset-context";
import styles from "./versions-tab.module.css";

interface Props {
  versionId: string;
  onClose: () => void;
}

/** Write a version in a format that datumaro knows, and say what that format cannot hold. */
export function ForeignExportDialog({ versionId, onClose }: Props) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const formats = useForeignFormats(dataset.id).data;
  const [name, setName] = useState<string>();
  const start = useStartForeignExport(versionId);
  return (
    <Modal
      open
      title={t("foreign.exportTitle", { version: formats?.version ?? "" })}
      footer={null}
      onCancel={onClose}
    >
      <div className={styles.foreign}>
        <Select
          showSearch
          aria-label={t("foreign.choose")}
          placeholder={t("foreign.choose")}
          value={name}
          options={(formats?.exports ?? []).map((one) => ({ value: one, label: one }))}
          onChange={(one: string) => {
            setName(one);
            start.reset();
          }}
        />
        <Button
          type="primary"
          disabled={name === undefined}
          loading={start.isPending}
          onClick={() => name !== undefined && start.mutate(name)}
        >
          {t("foreign.write")}
        </Button>
        {start.isError && <ErrorState error={start.error} />}
        {start.data !== undefined && <Made key={start.data.id} started={start.data} />}
      </div>
    </Modal>
  );
}

function Made({ started }: { started: ForeignExport }) {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  const made = useForeignExport(started.id, isDone).data;
  if (made === undefined || made.url === null) {
    if (started.job === null) return null;
    return (
      <JobProgress job={started.job} onFinished={({ state }) => setDone(state === "succeeded")} />
    );
  }
  return (
    <div role="status" className={styles.foreign}>
      <p>{t("foreign.made", { count: made.num_samples ?? 0, marks: made.num_marks ?? 0 })}</p>
      {made.losses.length === 0 ? (
        <p>{t("foreign.nothingLost")}</p>
      ) : (
        <ul>
          {made.losses.map(({ code, num, message }) => (
            <li key={code}>{t(`foreign.loss.${code}`, { count: num, defaultValue: message })}</li>
          ))}
        </ul>
      )}
      <a href={made.url} download>
        {t("foreign.download")}
      </a>
    </div>
  );
}
