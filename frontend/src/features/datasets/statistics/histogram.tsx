import { Tooltip } from "antd";
import { useTranslation } from "react-i18next";

import { Count } from "@/components/ui/numbers";
import { formatBytes, formatCount, formatDuration } from "@/i18n/format";

import styles from "./histogram.module.css";

export type Unit = "pixels" | "count" | "bytes" | "seconds" | "ratio";

interface Bin {
  low: number;
  high: number;
  num: number;
}

function formatBound(value: number, unit: Unit, language: string): string {
  if (unit === "bytes") return formatBytes(value, language);
  if (unit === "seconds") return formatDuration(value, language);
  if (unit !== "ratio") return formatCount(Math.round(value), language);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
}

/** How many samples lie in each range, as columns and, for who cannot see them, as a table. */
export function Histogram({ bins, unit }: { bins: readonly Bin[]; unit: Unit }) {
  const { t, i18n } = useTranslation();
  const largest = Math.max(1, ...bins.map((bin) => bin.num));
  const bound = (value: number) => formatBound(value, unit, i18n.language);
  const first = bins.at(0);
  const last = bins.at(-1);
  if (first === undefined || last === undefined) {
    return <p className={styles.axis}>{t("datasets.statistics.nothing")}</p>;
  }
  if (first.low === last.high) {
    return (
      <p className={styles.axis}>
        {t("datasets.statistics.allEqual", { value: bound(first.low), count: first.num })}
      </p>
    );
  }
  return (
    <figure className={styles.figure}>
      <div className={styles.columns} aria-hidden>
        {bins.map((bin) => (
          <Tooltip
            key={bin.low}
            title={t(
              bin.low === bin.high ? "datasets.statistics.valueBin" : "datasets.statistics.bin",
              { low: bound(bin.low), high: bound(bin.high), count: bin.num },
            )}
          >
            <span className={styles.slot}>
              <span className={styles.column} style={{ height: `${(bin.num / largest) * 100}%` }} />
            </span>
          </Tooltip>
        ))}
      </div>
      <figcaption className={styles.axis} aria-hidden>
        <span>{bound(first.low)}</span>
        <span>{bound(bins[Math.floor(bins.length / 2)]?.low ?? last.high)}</span>
        <span>{bound(last.high)}</span>
      </figcaption>
      <table className="visually-hidden">
        <tbody>
          {bins.map((bin) => (
            <tr key={bin.low}>
              <th scope="row">
                {bin.low === bin.high ? bound(bin.low) : `${bound(bin.low)}–${bound(bin.high)}`}
              </th>
              <td>
                <Count value={bin.num} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
