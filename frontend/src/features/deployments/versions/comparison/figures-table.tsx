import { Tag } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import { Count, Duration, Percent } from "@/components/ui/numbers";
import { Term } from "@/components/ui/term";
import { formatCount, formatMetric, formatPercent } from "@/i18n/format";

import type { CallFigures, DeploymentRevision, RevisionVerdict } from "../../types";
import { RevisionActions } from "../revision-actions";
import { ShareCell } from "../revision-cells";
import { Bar } from "./bar";
import type { Column } from "./compared";
import styles from "./comparison.module.css";
import { TONES } from "./verdict-lines";

interface FiguresTableProps {
  deploymentId: string;
  revisions: readonly DeploymentRevision[];
  columns: readonly Column[];
  verdict: RevisionVerdict;
}

const LATENCIES = ["mean", "p50", "p95", "p99"] as const;

/** The figures of both side by side; only what the verdict is sure of has a colour. */
export function FiguresTable(props: FiguresTableProps) {
  const { deploymentId, revisions, columns, verdict } = props;
  const { t, i18n } = useTranslation();
  const mayChange = useMay("developer");
  const score = (value: number | null) =>
    value === null ? "–" : formatMetric(value, i18n.language);
  const most = (each: (figures: CallFigures) => number | null | undefined) =>
    Math.max(...columns.map(({ figures }) => each(figures) ?? 0));
  const highest = most(({ error_share: share }) => share?.high);
  const slowest = most((figures) =>
    Math.max(...LATENCIES.map((name) => figures[`latency_${name}_ms`] ?? 0)),
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className={styles.hidden}>{t("deployments.comparison.measure")}</span>
          </th>
          {columns.map(({ number, isShadow }) => {
            const revision = revisions.find((one) => one.number === number);
            return (
              <th key={number} scope="col">
                <div className={styles.head}>
                  <span>{t("deployments.comparison.number", { number })}</span>
                  {revision !== undefined && (
                    <span className={styles.share}>
                      <ShareCell revision={revision} />
                    </span>
                  )}
                  {isShadow && revision?.is_shadow === false && (
                    <Tag>{t("deployments.revisions.shadow")}</Tag>
                  )}
                  {mayChange && revision !== undefined && (
                    <RevisionActions
                      deploymentId={deploymentId}
                      revision={revision}
                      revisions={revisions}
                    />
                  )}
                </div>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        <Row name={t("deployments.statistics.calls")} columns={columns}>
          {({ figures, isShadow }) => (
            <>
              <Count value={figures.num_calls} />
              {isShadow && (
                <span className={styles.note}>{t("deployments.comparison.copies")}</span>
              )}
            </>
          )}
        </Row>
        <Row
          name={t("deployments.comparison.errorShare")}
          columns={columns}
          tone={verdict.errors === null ? undefined : TONES[verdict.errors]}
        >
          {({ figures: { error_share: share, num_errors, num_calls } }) =>
            share === null ? (
              "–"
            ) : (
              <>
                <Percent value={share.value} />
                <Bar
                  from={share.low / (highest || 1)}
                  to={share.high / (highest || 1)}
                  mark={share.value / (highest || 1)}
                />
                <span className={styles.note}>
                  {t("deployments.comparison.of", {
                    num: formatCount(num_errors, i18n.language),
                    total: formatCount(num_calls, i18n.language),
                  })}
                  {" · "}
                  <span className={styles.whole}>
                    {formatPercent(share.low, i18n.language)} –{" "}
                    {formatPercent(share.high, i18n.language)}
                  </span>
                </span>
              </>
            )
          }
        </Row>
        {LATENCIES.map((name) => (
          <Row
            key={name}
            name={
              name === "mean" ? (
                <Term name="latency">{t("deployments.comparison.latency.mean")}</Term>
              ) : (
                t(`deployments.comparison.latency.${name}`)
              )
            }
            columns={columns}
            tone={name === "mean" && verdict.latency !== null ? TONES[verdict.latency] : undefined}
          >
            {({ figures }) => {
              const value = figures[`latency_${name}_ms`];
              return value === null ? (
                "–"
              ) : (
                <>
                  <Duration seconds={value / 1000} />
                  <Bar to={value / (slowest || 1)} />
                </>
              );
            }}
          </Row>
        ))}
        <Row name={t("deployments.comparison.score")} columns={columns}>
          {({ figures }) => score(figures.mean_score)}
        </Row>
      </tbody>
    </table>
  );
}

interface RowProps {
  name: ReactNode;
  columns: readonly Column[];
  /** How the first does beside the second, where the verdict is sure. */
  tone?: "better" | "worse" | "same";
  children: (column: Column) => ReactNode;
}

function Row({ name, columns, tone, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((column, index) => (
        <td key={column.number} className={index === 0 && tone ? styles[tone] : undefined}>
          {children(column)}
        </td>
      ))}
    </tr>
  );
}
