import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { Source } from "@/components/media/source";

import { readAnswer, type AnswerKind } from "./documents";
import { LabelsAnswer } from "./labels-answer";
import styles from "./answers.module.css";

// A page that shows one kind of answer loads the code of that kind alone.
const ImageAnswer = lazy(async () => ({
  default: (await import("./image-answer")).ImageAnswer,
}));
const AnomalyAnswer = lazy(async () => ({
  default: (await import("./anomaly-answer")).AnomalyAnswer,
}));
const SpansAnswer = lazy(async () => ({ default: (await import("./spans-answer")).SpansAnswer }));
const OpinionsAnswer = lazy(async () => ({
  default: (await import("./opinions-answer")).OpinionsAnswer,
}));
const RelationsAnswer = lazy(async () => ({
  default: (await import("./relations-answer")).RelationsAnswer,
}));
const TranscriptAnswer = lazy(async () => ({
  default: (await import("./transcript-answer")).TranscriptAnswer,
}));
const TracksAnswer = lazy(async () => ({
  default: (await import("./tracks-answer")).TracksAnswer,
}));
const RowsAnswer = lazy(async () => ({ default: (await import("./rows-answer")).RowsAnswer }));
const ForecastAnswer = lazy(async () => ({
  default: (await import("./forecast-answer")).ForecastAnswer,
}));

export interface AnswerViewProps {
  kind: AnswerKind;
  /** The answer in its JSON form, as a model or a report gives it. */
  answer: unknown;
  /** What was asked about. */
  source: Source;
  /** All names that may occur, in one order, so that several views give them the same colours. */
  names?: readonly string[];
  /** A small view without controls, for a place among others. */
  plain?: boolean;
  maxHeight?: string;
}

/** A model's answer drawn in the way of its kind; one that cannot be read is shown as it came. */
export function AnswerView(props: AnswerViewProps) {
  const { t } = useTranslation();
  const waiting = <div className={styles.waiting} role="status" aria-label={t("ui.loading")} />;
  return <Suspense fallback={waiting}>{drawn(props) ?? <Raw answer={props.answer} />}</Suspense>;
}

function drawn({ kind, answer, ...rest }: AnswerViewProps) {
  switch (kind) {
    case "labels":
    case "matches": {
      const results = readAnswer(kind, answer);
      return results && <LabelsAnswer results={results} />;
    }
    case "boxes":
    case "masks":
    case "words": {
      const results = readAnswer(kind, answer);
      return results && <ImageAnswer results={results} {...rest} />;
    }
    case "anomaly": {
      const results = readAnswer(kind, answer);
      return results && <AnomalyAnswer results={results} {...rest} />;
    }
    case "spans": {
      const results = readAnswer(kind, answer);
      return results && <SpansAnswer results={results} {...rest} />;
    }
    case "opinions": {
      const results = readAnswer(kind, answer);
      return results && <OpinionsAnswer results={results} {...rest} />;
    }
    case "relations": {
      const results = readAnswer(kind, answer);
      return results && <RelationsAnswer results={results} {...rest} />;
    }
    case "transcript": {
      const results = readAnswer(kind, answer);
      return results && <TranscriptAnswer results={results} {...rest} />;
    }
    case "tracks": {
      const results = readAnswer(kind, answer);
      return results && <TracksAnswer results={results} {...rest} />;
    }
    case "rows": {
      const results = readAnswer(kind, answer);
      return results && <RowsAnswer results={results} {...rest} />;
    }
    case "forecast": {
      const results = readAnswer(kind, answer);
      return results && <ForecastAnswer columns={results} {...rest} />;
    }
  }
}

/** The answer as JSON: a form this page does not know is better seen than hidden. */
function Raw({ answer }: { answer: unknown }) {
  const { t } = useTranslation();
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>{t("answers.unreadable")}</p>
      <pre className={styles.raw}>{JSON.stringify(answer, null, 2)}</pre>
    </div>
  );
}
