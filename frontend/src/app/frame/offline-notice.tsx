import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { isServerAway, watchServer } from "@/api/reachability";

import styles from "./frame.module.css";

/** Say that network or server is gone; what is on the page stays readable. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isAway = useSyncExternalStore(watchServer, isServerAway);
  if (isOnline && !isAway) return null;
  return (
    <p className={styles.notice} role="status">
      {t(isOnline ? "frame.serverAway" : "frame.offline")}
    </p>
  );
}
