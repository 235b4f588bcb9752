import { Input, Spin } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { TaskCard } from "@/api/task-card";
import { PredictionView } from "@/components/predictions/prediction-view";
import { InputPanel } from "@/components/inputs/input-panel";
import type { InputSpec } from "@/components/inputs/input-spec";
import { SampleChoices } from "@/components/inputs/sample-choices";
import type { Question } from "@/components/inputs/request";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { formatDuration } from "@/i18n/format";

import styles from "./endpoint.module.css";
import { LivePanel } from "./live/live-panel";
import { useCall } from "./use-call";

interface ConsolePanelProps {
  predictUrl: string;
  input: InputSpec;
  card: TaskCard;
  /** The frozen data the model was trained on, to take samples from. */
  datasetVersionId: string | undefined;
  secret: string;
  onSecret: (secret: string) => void;
  /** How to get a key; only offered to who may make one. */
  keyMaking: ReactNode;
}

/** Call the published endpoint from this page, exactly as a program would. */
export function ConsolePanel(props: ConsolePanelProps) {
  const { predictUrl, input, card, datasetVersionId, secret, onSecret, keyMaking } = props;
  const { t, i18n } = useTranslation();
  const call = useCall(predictUrl);
  const [asked, setAsked] = useState<Question>();
  const ask = (question: Question) => {
    setAsked(question);
    call.mutate({ parts: question.parts, secret });
  };
  return (
    <Panel title={t("deployments.console.title")}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Input.Password
            aria-label={t("deployments.console.key")}
            placeholder={t("deployments.console.key")}
            style={{ flex: "1 1 200px" }}
            autoComplete="off"
            value={secret}
            onChange={(event) => onSecret(event.target.value)}
          />
        </div>
        {secret === "" && keyMaking}
        <InputPanel input={input} disabled={secret === "" || call.isPending} onAsk={ask} />
        <LivePanel predictUrl={predictUrl} secret={secret} input={input} kind={card.prediction} />
        <SampleChoices
          versionId={datasetVersionId}
          media={card.media}
          input={input}
          disabled={secret === "" || call.isPending}
          onAsk={ask}
        />
        <div aria-live="polite" className={styles.stack}>
          {call.isPending && <Spin description={t("deployments.console.busy")} />}
          {call.isError && <ErrorState error={call.error} />}
          {call.isSuccess && asked !== undefined && (
            <>
              <p className={styles.muted}>
                {t("deployments.console.answered", {
                  name: asked.source.name,
                  time: formatDuration(call.data.roundTripMs / 1000, i18n.language),
                })}
              </p>
              <PredictionView
                kind={card.prediction}
                prediction={call.data.body}
                source={asked.source}
              />
            </>
          )}
        </div>
      </div>
    </Panel>
  );
}
