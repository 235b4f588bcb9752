import { Button, Switch } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Media } from "@/components/media/source";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";
import { formatPercent } from "@/i18n/format";

import { confusedPairs, mistakesOfCell, type ClassificationReport } from "../report/report";
import { HeatSample } from "./heat-sample";
import { useCell } from "./use-cell";
import styles from "./version.module.css";

interface MistakesPanelProps {
  report: ClassificationReport;
  versionId: string;
  media: Media;
  sampleLink: (sampleId: string) => string;
}

/** Why no sample is shown: no mistakes at all, none in the cell, or a cell of right answers. */
function emptyText(actual: string | null, predicted: string | null) {
  if (actual === null) return "none";
  return actual === predicted ? "right" : "noneHere";
}

const MAX_PAIRS = 8;
const FIRST_SHOWN = 6;

/** The samples that the model got wrong, by what it took them for. */
export function MistakesPanel({ report, versionId, media, sampleLink }: MistakesPanelProps) {
  const { t, i18n } = useTranslation();
  const heatId = useId();
  const [{ actual, predicted, showHeat }, change] = useCell();
  const [numShown, setNumShown] = useState(FIRST_SHOWN);
  const pairs = confusedPairs(report);
  const shown = mistakesOfCell(report, actual, predicted);
  return (
    <Panel
      title={t("models.errors.title", { count: report.num_mistakes })}
      extra={
        report.mistakes.some(({ heatmap }) => heatmap !== null) && (
          <label htmlFor={heatId} className={styles.row}>
            <Term name="heatmap">{t("models.errors.heat")}</Term>
            <Switch
              id={heatId}
              size="small"
              checked={showHeat}
              onChange={(on) => change({ showHeat: on })}
            />
          </label>
        )
      }
    >
      <div className={styles.stack}>
        <div className={styles.row}>
          {pairs.slice(0, MAX_PAIRS).map((pair) => (
            <Button
              key={`${pair.actual} ${pair.predicted}`}
              size="small"
              type={pair.actual === actual && pair.predicted === predicted ? "primary" : "default"}
              onClick={() => change({ actual: pair.actual, predicted: pair.predicted })}
            >
              {pair.actual} → {pair.predicted} ({pair.count})
            </Button>
          ))}
          {(actual ?? predicted) !== null && (
            <Button
              size="small"
              type="link"
              onClick={() => change({ actual: null, predicted: null })}
            >
              {t("models.errors.all")}
            </Button>
          )}
        </div>
        {shown.length === 0 ? (
          <EmptyState
            title={t(`models.errors.${emptyText(actual, predicted)}`, {
              actual,
              predicted,
            })}
          />
        ) : (
          <ul className={styles.samples}>
            {shown.slice(0, numShown).map((mistake) => (
              <HeatSample
                key={mistake.sample_id}
                sampleId={mistake.sample_id}
                versionId={versionId}
                media={media}
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
        {shown.length > numShown && (
          <Button size="small" onClick={() => setNumShown(numShown * 2)}>
            {t("models.errors.more")}
          </Button>
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
  );
}
