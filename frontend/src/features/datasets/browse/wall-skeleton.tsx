import { useTranslation } from "react-i18next";

import styles from "./sample-wall.module.css";

/** The shape of the wall before its first samples are here. */
export function WallSkeleton({ tileSize }: { tileSize: number }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t("ui.loading")}
      className={styles.skeleton}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${tileSize}px, 1fr))` }}
    >
      {Array.from({ length: 24 }, (_, index) => (
        <div key={index} className={styles.placeholder} />
      ))}
    </div>
  );
}
