import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { DatasetVersion } from "@/api/datasets";
import { Count } from "@/components/ui/numbers";

import { SPLITS } from "@/api/sample-filters";
import styles from "./versions-tab.module.css";

/** The three parts in proportion; each leads to its samples. Counts by label on request. */
export function SplitCounts({ version }: { version: DatasetVersion }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { counts } = version;
  const isTable = version.num_rows !== null;
  // Of tables, rows are what people count.
  const sizeOf = (split: (typeof SPLITS)[number]) =>
    isTable ? (counts[split].num_rows ?? 0) : counts[split].total;
  // Tables that stand in one part are divided by each run: they are no training data yet.
  if (isTable && counts.train.num_rows === version.num_rows) return null;
  return (
    <>
      <div className={styles.splits}>
        {SPLITS.filter((split) => sizeOf(split) > 0).map((split) => {
          const name = t(`datasets.split.${split}`);
          return (
            <Link
              key={split}
              to={`../browse?version=${version.id}&split=${split}`}
              className={`${styles.part} ${styles[split]}`}
              style={{ flexGrow: sizeOf(split) }}
              title={name}
            >
              {name} <Count value={sizeOf(split)} />
            </Link>
          );
        })}
      </div>
      {(!isTable || version.labels.length > 0) && (
        <div>
          <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? "datasets.versions.hideLabels" : "datasets.versions.showLabels", {
              count: version.labels.length,
            })}
          </Button>
          {isOpen && <LabelTable version={version} />}
        </div>
      )}
    </>
  );
}

function LabelTable({ version }: { version: DatasetVersion }) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("datasets.statistics.name")}</th>
          {SPLITS.map((split) => (
            <th key={split} scope="col">
              {t(`datasets.split.${split}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {version.labels.map(({ name }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {SPLITS.map((split) => (
              <td key={split}>
                <Count value={version.counts[split].labels[name] ?? 0} />
              </td>
            ))}
          </tr>
        ))}
        {SPLITS.some((split) => (version.counts[split].negative ?? 0) > 0) && (
          <tr>
            <th scope="row">{t("datasets.negative")}</th>
            {SPLITS.map((split) => (
              <td key={split}>
                <Count value={version.counts[split].negative ?? 0} />
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}
