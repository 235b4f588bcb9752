import { Button, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";

import {
  useDatumaroExport,
  useDatumaroFormats,
  useStartDatumaroExport,
  type DatumaroExport,
} from "../api/imports/use-datumaro-formats";
import { useThisDataset } from "../dataset-context";
import styles from "./versions-tab.module.css";

interface Props {
  versionId: string;
  onClose: () => void;
}

/** Write a version in a format that datumaro knows, and say what that format cannot hold. */
export function DatumaroExportDialog({ versionId, onClose }: Props) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const formats = useDatumaroFormats(dataset.id).data;
  const [name, setName] = useState<string>();
  const start = useStartDatumaroExport(versionId);
  return (
    <Modal
      open
      title={t("datumaro.exportTitle", { version: formats?.version ?? "" })}
      footer={null}
      onCancel={onClose}
    >
      <div className={styles.datumaro}>
        <Select
          showSearch
          aria-label={t("datumaro.choose")}
          placeholder={t("datumaro.choose")}
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
          {t("datumaro.write")}
        </Button>
        {start.isError && <ErrorState error={start.error} />}
        {start.data !== undefined && <Made key={start.data.id} started={start.data} />}
      </div>
    </Modal>
  );
}

function Made({ started }: { started: DatumaroExport }) {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  const made = useDatumaroExport(started.id, isDone).data;
  if (made === undefined || made.url === null) {
    if (started.job === null) return null;
    return (
      <JobProgress job={started.job} onFinished={({ state }) => setDone(state === "succeeded")} />
    );
  }
  return (
    <div role="status" className={styles.datumaro}>
      <p>
        {t("datumaro.made", {
          count: made.num_samples ?? 0,
          annotations: made.num_annotations ?? 0,
        })}
      </p>
      {made.losses.length === 0 ? (
        <p>{t("datumaro.nothingLost")}</p>
      ) : (
        <ul>
          {made.losses.map(({ code, num, message, places }) => (
            <li key={code}>
              {t(`datumaro.loss.${code}`, {
                count: num,
                places: places.join(" · "),
                defaultValue: message,
              })}
            </li>
          ))}
        </ul>
      )}
      <a href={made.url} download>
        {t("datumaro.download")}
      </a>
    </div>
  );
}
