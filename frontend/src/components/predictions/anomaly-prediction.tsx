import { Slider, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ImageView } from "@/components/media/image-view";
import type { Source } from "@/components/media/source";
import { formatMetric } from "@/i18n/format";

import type { Anomaly } from "./documents";
import { HeatLayer } from "./heat-layer";
import styles from "./predictions.module.css";

interface AnomalyPredictionProps {
  source: Source;
  results: readonly Anomaly[];
  plain?: boolean;
  maxHeight?: string;
}

/** How unusual an image is, and where. */
export function AnomalyPrediction({ source, results, plain, maxHeight }: AnomalyPredictionProps) {
  const { t, i18n } = useTranslation();
  const [opacity, setOpacity] = useState(0.6);
  const [result] = results;
  const { name, score, threshold, is_anomalous: isAnomalous, map, heatmap } = result ?? {};
  const overlay = () => (
    <>
      {map !== undefined && <HeatLayer field={map} opacity={opacity} />}
      {heatmap !== undefined && (
        <img src={heatmap} alt="" className={styles.heat} style={{ opacity }} />
      )}
    </>
  );
  const image = <ImageView source={source} overlay={overlay} plain={plain} maxHeight={maxHeight} />;
  if (plain) return image;
  return (
    <div className={styles.stack}>
      <div className={styles.gauge}>
        {isAnomalous === undefined ? (
          <strong className={styles.figure}>{name}</strong>
        ) : (
          <Tag color={isAnomalous ? "error" : "success"}>
            {t(isAnomalous ? "predictions.isAnomalous" : "predictions.isNormal")}
          </Tag>
        )}
        {score !== undefined && (
          <span>
            {t("predictions.anomalyScore", { score: formatMetric(score, i18n.language) })}
          </span>
        )}
        {threshold !== undefined && (
          <span className={styles.muted}>
            {t("predictions.anomalyThreshold", {
              threshold: formatMetric(threshold, i18n.language),
            })}
          </span>
        )}
      </div>
      {image}
      {(map ?? heatmap) !== undefined && (
        <label className={styles.slider}>
          {t("predictions.heat")}
          <Slider
            style={{ width: 160 }}
            ariaLabelForHandle={t("predictions.heat")}
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
