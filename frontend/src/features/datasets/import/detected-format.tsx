import { Alert, Button, Spin } from "antd";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

import { isUncertain, type DetectedFormats } from "../api/imports/use-detected-format";
import styles from "./confirm-upload.module.css";

interface Props {
  detected: DetectedFormats;
  /** Whether somebody has chosen: what detection makes of it does not matter then. */
  isChosen: boolean;
}

/** What detection is not sure of. Choosing by hand works in every case. */
export function DetectedFormat({ detected, isChosen }: Props) {
  const { t } = useTranslation();
  if (isChosen) return null;
  if (detected.isPending) {
    return (
      <p className={styles.looking} role="status">
        <Spin size="small" /> {t("datasets.format.looking")}
      </p>
    );
  }
  if (detected.isError) {
    return (
      <Alert
        type="warning"
        showIcon
        title={t("datasets.format.notLooked")}
        description={problemText(t, detected.error)}
        action={
          <Button size="small" onClick={() => detected.refetch()}>
            {t("ui.error.retry")}
          </Button>
        }
      />
    );
  }
  if (detected.data === undefined || !isUncertain(detected.data)) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t(
        detected.data.length === 0 ? "datasets.format.unrecognised" : "datasets.format.unsure",
      )}
    />
  );
}
