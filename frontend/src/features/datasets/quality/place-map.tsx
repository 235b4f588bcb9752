import { useTranslation } from "react-i18next";

import styles from "./place-map.module.css";

/** How many regions have their middle where in the image; dark is many. */
export function PlaceMap({ rows }: { rows: readonly (readonly number[])[] }) {
  const { t } = useTranslation();
  const largest = Math.max(1, ...rows.flat());
  return (
    <div
      className={styles.map}
      style={{ gridTemplateColumns: `repeat(${rows.at(0)?.length ?? 1}, 1fr)` }}
      role="img"
      aria-label={t("quality.chart.box_places")}
    >
      {rows.flatMap((row, rowIndex) =>
        row.map((count, columnIndex) => (
          <i
            key={`${rowIndex}-${columnIndex}`}
            title={t("quality.map", { row: rowIndex + 1, column: columnIndex + 1, count })}
            style={{ opacity: count / largest }}
          />
        )),
      )}
    </div>
  );
}
