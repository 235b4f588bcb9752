import { useQuery } from "@tanstack/react-query";
import { Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { sampleSource } from "@/api/sample-source";
import { PredictionView } from "@/components/predictions/prediction-view";
import type { PredictionKind } from "@/components/predictions/documents";
import type { Source } from "@/components/media/source";
import { SampleMedia } from "@/components/media/sample-media";
import { formatNumber, formatPercent } from "@/i18n/format";

import { packageImageUrl } from "../api/package-image";
import { sampleQuery } from "../api/use-sample";
import { reportText } from "../report/report-text";
import type { Case } from "../report/sections";
import styles from "../version/version.module.css";
import { Attributions } from "./attributions";
import { ForecastCase } from "./forecast-case";
import own from "./cases.module.css";
import type { SectionContext } from "./section-view";

/** Predictions that are drawn on the sample itself; for others it is shown once, above both. */
const ON_SAMPLE: ReadonlySet<PredictionKind> = new Set([
  "boxes",
  "masks",
  "anomaly",
  "words",
  "spans",
  "opinions",
  "relations",
]);

interface CaseViewProps extends SectionContext {
  item: Case;
  prediction: PredictionKind;
}

/** One sample: the truth beside what the model said, drawn alike. */
export function CaseView({ item, prediction, media, names, versionId, sampleLink }: CaseViewProps) {
  const { t, i18n } = useTranslation();
  const [showsHeat, setShowsHeat] = useState(true);
  // A version from elsewhere has samples that are not here; what was said of them is still shown.
  // A row of a table is no sample of its own: its cells are among what spoke for the prediction.
  const isRow = media === "table";
  const isHere = !isRow && item.sample_image == null;
  const sample = useQuery({ ...sampleQuery(item.sample_id), retry: false, enabled: isHere });
  if (sample.isPending && isHere) return <li className={own.case} style={{ minHeight: 160 }} />;
  const made = item.sample_image ?? null;
  const source: Source =
    sample.data !== undefined
      ? sampleSource(sample.data, media, 640)
      : made !== null
        ? { media, name: item.name, url: packageImageUrl(versionId, made) }
        : { media, name: item.name, text: "" };
  const side = (title: string, result: unknown) => (
    <div className={own.side}>
      <h3 className={styles.muted}>{title}</h3>
      <PredictionView
        plain
        kind={prediction}
        prediction={result}
        names={names}
        source={source}
        maxHeight="260px"
      />
    </div>
  );
  // A window of a long table says nothing; its forecast beside the truth says it all.
  const isOnSample =
    ON_SAMPLE.has(prediction) || prediction === "forecast" || prediction === "tracks";
  return (
    <li className={own.case}>
      <div className={own.head}>
        {isHere ? <Link to={sampleLink(item.sample_id)}>{item.name}</Link> : item.name}
        {item.error !== null && <Tag color="error">{reportText(t, item.error)}</Tag>}
        {item.score !== null && (
          <span className={styles.muted}>
            {prediction === "forecast"
              ? t("models.errors.scaled", { error: formatNumber(item.score, i18n.language, 2) })
              : formatPercent(item.score, i18n.language, 0)}
          </span>
        )}
        {item.image !== null && (
          <label className={styles.muted}>
            <input type="checkbox" checked={showsHeat} onChange={() => setShowsHeat(!showsHeat)} />{" "}
            {t("models.errors.heat")}
          </label>
        )}
      </div>
      {sample.isError && <p className={styles.muted}>{t("models.sections.gone")}</p>}
      {!isOnSample && sample.data !== undefined && (
        <div className={own.sample}>
          <SampleMedia source={source} maxHeight="200px" />
          {item.image !== null && showsHeat && (
            <img className={styles.heat} src={packageImageUrl(versionId, item.image)} alt="" />
          )}
        </div>
      )}
      {prediction === "forecast" ? (
        <ForecastCase truth={item.truth} predicted={item.predicted} />
      ) : (
        <div className={own.sides}>
          {side(t("predictions.truth"), item.truth)}
          {side(t("predictions.predicted"), withHeat(item, showsHeat, prediction, versionId))}
        </div>
      )}
      {item.attributions.length > 0 && <Attributions attributions={item.attributions} />}
    </li>
  );
}

/** A heat map lies in the package, beside the prediction that it belongs to. */
function withHeat(
  item: Case,
  isShown: boolean,
  prediction: PredictionKind,
  versionId: string,
): unknown {
  if (prediction !== "anomaly" || item.image === null || !isShown) return item.predicted;
  const first = Array.isArray(item.predicted) ? (item.predicted[0] as unknown) : item.predicted;
  const result = typeof first === "object" && first !== null ? first : {};
  return [{ ...result, heatmap: packageImageUrl(versionId, item.image) }];
}
