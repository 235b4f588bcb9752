import { useTranslation } from "react-i18next";

import styles from "./loading-bar.module.css";
import { useLoading } from "./use-loading";

/** What a page on its way names as its description. */
export const LOADING_BAR = "loading-bar";

/** A thin bar at the top of the window while the next page, or what a page shows, is loading. */
export function LoadingBar() {
  const { t } = useTranslation();
  const loading = useLoading();
  if (loading === "hidden") return null;
  if (loading === "done") return <div className={`${styles.bar} ${styles.done}`} aria-hidden />;
  return (
    <div id={LOADING_BAR} className={styles.bar} role="progressbar" aria-label={t("ui.loading")} />
  );
}
