import { Slider } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { PictureView, type PictureSize } from "@/components/media/picture-view";
import type { Source } from "@/components/media/source";
import { formatMetric } from "@/i18n/format";

import type { Row } from "./documents";
import { HeatLayer, type HeatField } from "./heat-layer";
import { MaskLayer } from "./mask-layer";
import styles from "./answers.module.css";

interface AnomalyAnswerProps {
  source: Source;
  results: readonly Row[];
  plain?: boolean;
  maxHeight?: string;
}

/** How unusual a picture is, and where. */
export function AnomalyAnswer({ source, results, plain, maxHeight }: AnomalyAnswerProps) {
  const { t, i18n } = useTranslation();
  const [opacity, setOpacity] = useState(0.6);
  const [result] = results;
  const field = fieldOf(result);
  const address = typeof result?.heatmap === "string" ? result.heatmap : undefined;
  const masks = results.flatMap(({ mask }) =>
    typeof mask === "string" ? [{ counts: mask, color: 1, isActive: false }] : [],
  );
  const overlay = (size: PictureSize) => (
    <>
      {field !== undefined && <HeatLayer field={field} opacity={opacity} />}
      {address !== undefined && (
        <img src={address} alt="" className={styles.heat} style={{ opacity }} />
      )}
      {masks.length > 0 && <MaskLayer masks={masks} size={size} />}
    </>
  );
  const picture = (
    <PictureView source={source} overlay={overlay} plain={plain} maxHeight={maxHeight} />
  );
  if (plain) return picture;
  const { name, score, threshold } = result ?? {};
  return (
    <div className={styles.stack}>
      <div className={styles.gauge}>
        {typeof name === "string" && <strong className={styles.figure}>{name}</strong>}
        {typeof score === "number" && (
          <span>{t("answers.anomalyScore", { score: formatMetric(score, i18n.language) })}</span>
        )}
        {typeof threshold === "number" && (
          <span className={styles.muted}>
            {t("answers.anomalyThreshold", { threshold: formatMetric(threshold, i18n.language) })}
          </span>
        )}
      </div>
      {picture}
      {(field ?? address) !== undefined && (
        <label className={styles.slider}>
          {t("answers.heat")}
          <Slider
            style={{ width: 160 }}
            ariaLabelForHandle={t("answers.heat")}
            min={0}
            max={1}
            step={0.05}
            value={opacity}
            onChange={setOpacity}
          />
        </label>
      )}
    </div>
  );
}

/** The map of a result: rows of numbers from 0 to 1. */
function fieldOf(result: Row | undefined): HeatField | undefined {
  const map = result?.map;
  const isField =
    Array.isArray(map) &&
    map.every(
      (row: unknown) => Array.isArray(row) && row.every((value) => typeof value === "number"),
    );
  return isField ? (map as HeatField) : undefined;
}
