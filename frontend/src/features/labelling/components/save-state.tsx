import { Button } from "antd";
import { useTranslation } from "react-i18next";

import styles from "../labelling.module.css";
import type { QueueStatus } from "../model/write-queue";

interface Props {
  status: QueueStatus;
  onRetry: () => void;
}

/** Whether everything given is saved; when the connection is lost, how much waits. */
export function SaveState({ status, onRetry }: Props) {
  const { t } = useTranslation();
  const { numUnsaved, offline } = status;
  return (
    <span className={`${styles.unsaved} ${offline ? styles.offline : ""}`} role="status">
      {numUnsaved === 0 && <span className={styles.wide}>{t("labelling.saved")}</span>}
      {numUnsaved > 0 && !offline && t("labelling.saving", { count: numUnsaved })}
      {numUnsaved > 0 && offline && (
        <>
          {t("labelling.unsaved", { count: numUnsaved })}{" "}
          <Button size="small" onClick={onRetry}>
            {t("labelling.retryNow")}
          </Button>
        </>
      )}
    </span>
  );
}
