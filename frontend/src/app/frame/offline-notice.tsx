import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import styles from "./frame.module.css";

/** Say that the network is gone; what is on the page stays readable. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  if (online) return null;
  return (
    <p className={styles.notice} role="status">
      {t("frame.offline")}
    </p>
  );
}
