import { Button, Switch } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { ConfusionMatrix } from "@/components/charts/confusion-matrix";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";
import { formatPercent } from "@/i18n/format";

import { confusedPairs, mistakesOfCell, type ClassificationReport } from "../report/report";
import { HeatSample } from "./heat-sample";
import styles from "./version.module.css";

interface ErrorsPanelProps {
  report: ClassificationReport;
  versionId: string;
  sampleLink: (sampleId: string) => string;
}

const MAX_MATRIX = 40;
const MAX_PAIRS = 8;
const MAX_SHOWN = 48;

/** What is taken for what; a cell opens its samples. */
export function ErrorsPanel({ report, versionId, sampleLink }: ErrorsPanelProps) {
  const { t, i18n } = useTranslation();
  const heatId = useId();
  const [query, setQuery] = useSearchParams();
  const actual = query.get("actual");
  const predicted = query.get("predicted");
  const showHeat = query.get("heat") === "1";
  const pairs = confusedPairs(report);
  const shown = mistakesOfCell(report, actual, predicted);
  const truthAt = report.labels.indexOf(actual ?? "");
  const predictedAt = report.labels.indexOf(predicted ?? "");
  const change = (changes: Record<string, string | undefined>) =>
    setQuery(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const hasMatrix = report.confusion.length > 0 && report.labels.length <= MAX_MATRIX;
  return (
    <div className={hasMatrix ? styles.columns : styles.sections}>
      {hasMatrix && (
        <Panel title={<Term name="confusion" />}>
          <ConfusionMatrix
            title={t("models.errors.matrix")}
            labels={report.labels}
            counts={report.confusion}
            selected={
              truthAt >= 0 && predictedAt >= 0
                ? { truth: truthAt, predicted: predictedAt }
                : undefined
            }
            onOpen={(truth, given) =>
              change({ actual: report.labels[truth], predicted: report.labels[given] })
            }
          />
        </Panel>
      )}
      <Panel
        title={t("models.errors.title", { count: report.num_mistakes })}
        extra={
          <label htmlFor={heatId} className={styles.row}>
            <Term name="heatmap">{t("models.errors.heat")}</Term>
            <Switch
              id={heatId}
              size="small"
              checked={showHeat}
              onChange={(on) => change({ heat: on ? "1" : undefined })}
            />
          </label>
        }
      >
        <div className={styles.stack}>
          <div className={styles.row}>
            {pairs.slice(0, MAX_PAIRS).map((pair) => (
              <Button
                key={`${pair.actual} ${pair.predicted}`}
                size="small"
                type={
                  pair.actual === actual && pair.predicted === predicted ? "primary" : "default"
                }
                onClick={() => change({ actual: pair.actual, predicted: pair.predicted })}
              >
                {pair.actual} → {pair.predicted} ({pair.count})
              </Button>
            ))}
            {(actual ?? predicted) !== null && (
              <Button
                size="small"
                type="link"
                onClick={() => change({ actual: undefined, predicted: undefined })}
              >
                {t("models.errors.all")}
              </Button>
            )}
          </div>
          {shown.length === 0 ? (
            <EmptyState
              title={t(actual === null ? "models.errors.none" : "models.errors.noneHere", {
                actual,
                predicted,
              })}
            />
          ) : (
            <ul className={styles.samples}>
              {shown.slice(0, MAX_SHOWN).map((mistake) => (
                <HeatSample
                  key={mistake.sample_id}
                  sampleId={mistake.sample_id}
                  versionId={versionId}
                  name={mistake.name}
                  heatmap={mistake.heatmap}
                  showHeat={showHeat}
                  to={sampleLink(mistake.sample_id)}
                >
                  <span>
                    {mistake.actual.join(", ") || t("models.errors.nothing")} →{" "}
                    <strong>{mistake.predicted.join(", ") || t("models.errors.nothing")}</strong>{" "}
                    {formatPercent(mistake.score, i18n.language, 0)}
                  </span>
                </HeatSample>
              ))}
            </ul>
          )}
          {report.num_mistakes > report.mistakes.length && (
            <p className={styles.muted}>
              {t("models.errors.listed", {
                listed: report.mistakes.length,
                total: report.num_mistakes,
              })}
            </p>
          )}
        </div>
      </Panel>
    </div>
  );
}
