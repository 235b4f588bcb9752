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
  return (
    <>
      <div className={styles.splits}>
        {SPLITS.filter((split) => counts[split].total > 0).map((split) => {
          const name = t(`datasets.split.${split}`);
          return (
            <Link
              key={split}
              to={`../browse?version=${version.id}&split=${split}`}
              className={`${styles.part} ${styles[split]}`}
              style={{ flexGrow: counts[split].total }}
              title={name}
            >
              {name} <Count value={counts[split].total} />
            </Link>
          );
        })}
      </div>
      <div>
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "datasets.versions.hideLabels" : "datasets.versions.showLabels", {
            count: version.labels.length,
          })}
        </Button>
        {isOpen && <LabelTable version={version} />}
      </div>
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
