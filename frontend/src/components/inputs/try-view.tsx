import { Spin } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SampleMedia } from "@/components/media/sample-media";
import type { Source } from "@/components/media/source";
import type { PredictionKind } from "@/components/predictions/documents";
import { PredictionView } from "@/components/predictions/prediction-view";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { formatDuration } from "@/i18n/format";

import { InputPanel } from "./input-panel";
import type { InputSpec } from "./input-spec";
import type { Question } from "./request";
import styles from "./try-view.module.css";

/** A request on its way, or what came of it: the state of a mutation. */
export interface PredictCall {
  isPending: boolean;
  error: Error | null;
  data: { results: unknown; latency_ms: number } | undefined;
}

interface TryViewProps {
  /** What the model takes; `null` when this page is older than the model. */
  input: InputSpec | null;
  prediction: PredictionKind;
  call: PredictCall;
  /** What was asked last. */
  asked: Source | undefined;
  disabled?: boolean;
  onAsk: (question: Question) => void;
  /** Other things to ask about, below what one can give. */
  children?: ReactNode;
}

/** Give a model something, and see what it says beside that; how it is sent is up to the page. */
export function TryView(props: TryViewProps) {
  const { input, prediction, call, asked, disabled, onAsk, children } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.try}>
      <div className={styles.stack}>
        {input === null ? (
          <p>{t("inputs.try.unknownInput")}</p>
        ) : (
          <InputPanel input={input} disabled={disabled || call.isPending} onAsk={onAsk} />
        )}
        {children}
      </div>
      <div aria-live="polite" className={styles.stack}>
        {call.isPending ? (
          <Spin description={t("inputs.try.busy")} />
        ) : call.error !== null ? (
          <ErrorState error={call.error} />
        ) : call.data === undefined || asked === undefined ? (
          <EmptyState title={t("inputs.try.empty")} />
        ) : (
          <Answer data={call.data} asked={asked} prediction={prediction} />
        )}
      </div>
    </div>
  );
}

interface AnswerProps {
  data: NonNullable<PredictCall["data"]>;
  asked: Source;
  prediction: PredictionKind;
}

function Answer({ data, asked, prediction }: AnswerProps) {
  const { t, i18n } = useTranslation();
  const time = formatDuration(data.latency_ms / 1000, i18n.language);
  return (
    <>
      {prediction === "labels" && <SampleMedia source={asked} maxHeight="40vh" />}
      <PredictionView kind={prediction} prediction={data.results} source={asked} />
      <p className={styles.muted}>{t("inputs.try.latency", { time })}</p>
    </>
  );
}
