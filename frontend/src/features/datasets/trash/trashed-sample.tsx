import { Button } from "antd";
import { useTranslation } from "react-i18next";

import type { Sample } from "@/api/datasets";
import { SampleThumbnail } from "@/components/media/sample-thumbnail";
import { Time } from "@/components/ui/numbers";

import styles from "./trash-tab.module.css";

interface Props {
  sample: Sample;
  mayRestore: boolean;
  onRestore: () => void;
}

/** One deleted sample with its way back. */
export function TrashedSample({ sample, mayRestore, onRestore }: Props) {
  const { t } = useTranslation();
  return (
    <li className={styles.sample}>
      <SampleThumbnail sampleId={sample.id} alt="" />
      <span className={styles.name} title={sample.name}>
        {sample.name}
      </span>
      <span className={styles.muted}>
        {sample.trashed_at !== null && <Time value={sample.trashed_at} />}
      </span>
      {mayRestore && (
        <Button size="small" onClick={onRestore}>
          {t("datasets.trash.restore")}
        </Button>
      )}
    </li>
  );
}
