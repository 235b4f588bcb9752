import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { Source } from "@/components/media/source";

import { readPrediction, type PredictionKind } from "./documents";
import { LabelsPrediction } from "./labels-prediction";
import type { GivenColors } from "./name-colors";
import styles from "./predictions.module.css";

// A page that shows one kind of prediction loads the code of that kind alone.
const ImagePrediction = lazy(async () => ({
  default: (await import("./image-prediction")).ImagePrediction,
}));
const AnomalyPrediction = lazy(async () => ({
  default: (await import("./anomaly-prediction")).AnomalyPrediction,
}));
const SpansPrediction = lazy(async () => ({
  default: (await import("./spans-prediction")).SpansPrediction,
}));
const AspectSentimentsPrediction = lazy(async () => ({
  default: (await import("./aspect-sentiments-prediction")).AspectSentimentsPrediction,
}));
const RelationsPrediction = lazy(async () => ({
  default: (await import("./relations-prediction")).RelationsPrediction,
}));
const TranscriptPrediction = lazy(async () => ({
  default: (await import("./transcript-prediction")).TranscriptPrediction,
}));
const TracksPrediction = lazy(async () => ({
  default: (await import("./tracks-prediction")).TracksPrediction,
}));
const RowsPrediction = lazy(async () => ({
  default: (await import("./rows-prediction")).RowsPrediction,
}));
const ForecastPrediction = lazy(async () => ({
  default: (await import("./forecast-prediction")).ForecastPrediction,
}));

export interface PredictionViewProps {
  kind: PredictionKind;
  /** The prediction in its JSON form, as a model or a report gives it. */
  prediction: unknown;
  /** What was asked about. */
  source: Source;
  /** All names that may occur, in one order, so that several views give them the same colours. */
  names?: readonly string[];
  /** The colours of labels, where people chose them. */
  colors?: GivenColors;
  /** A small view without controls, for a place among others. */
  plain?: boolean;
  maxHeight?: string;
}

/** A model's prediction drawn in the way of its kind; one that cannot be read is shown as it came. */
export function PredictionView(props: PredictionViewProps) {
  const { t } = useTranslation();
  const waiting = <div className={styles.waiting} role="status" aria-label={t("ui.loading")} />;
  return (
    <Suspense fallback={waiting}>{drawn(props) ?? <Raw prediction={props.prediction} />}</Suspense>
  );
}

function drawn({ kind, prediction, ...rest }: PredictionViewProps) {
  switch (kind) {
    case "labels":
    case "matches": {
      const results = readPrediction(kind, prediction);
      return results && <LabelsPrediction results={results} isLong={kind === "matches"} />;
    }
    case "boxes":
    case "masks":
    case "words": {
      const results = readPrediction(kind, prediction);
      return results && <ImagePrediction results={results} {...rest} />;
    }
    case "anomaly": {
      const results = readPrediction(kind, prediction);
      return results && <AnomalyPrediction results={results} {...rest} />;
    }
    case "spans": {
      const results = readPrediction(kind, prediction);
      return results && <SpansPrediction results={results} {...rest} />;
    }
    case "opinions": {
      const results = readPrediction(kind, prediction);
      return results && <AspectSentimentsPrediction results={results} {...rest} />;
    }
    case "relations": {
      const results = readPrediction(kind, prediction);
      return results && <RelationsPrediction results={results} {...rest} />;
    }
    case "transcript": {
      const results = readPrediction(kind, prediction);
      return results && <TranscriptPrediction results={results} {...rest} />;
    }
    case "tracks": {
      const results = readPrediction(kind, prediction);
      return results && <TracksPrediction results={results} {...rest} />;
    }
    case "rows": {
      const results = readPrediction(kind, prediction);
      return results && <RowsPrediction results={results} {...rest} />;
    }
    case "forecast": {
      const results = readPrediction(kind, prediction);
      return results && <ForecastPrediction columns={results} {...rest} />;
    }
  }
}

/** The prediction as JSON: a form this page does not know is better seen than hidden. */
function Raw({ prediction }: { prediction: unknown }) {
  const { t } = useTranslation();
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>{t("predictions.unreadable")}</p>
      <pre className={styles.raw}>{JSON.stringify(prediction, null, 2)}</pre>
    </div>
  );
}
