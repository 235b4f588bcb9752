import { useState } from "react";
import { useTranslation } from "react-i18next";

import { inputOf, type InputSpec } from "@/components/inputs/input-spec";
import type { Question } from "@/components/inputs/request";
import { TryView } from "@/components/inputs/try-view";
import type { Source } from "@/components/media/source";
import { Panel } from "@/components/ui/panel";

import { useAsk } from "../api/use-ask";
import styles from "../pages/share-page.module.css";
import type { SharedModel as Model } from "../types";

interface SharedModelProps {
  token: string;
  sharePass: string;
  model: Model;
  isRunning: boolean;
}

/** Give the model something, and see what it says. */
export function SharedModel({ token, sharePass, model, isRunning }: SharedModelProps) {
  const { t } = useTranslation();
  const call = useAsk(token, sharePass);
  const [asked, setAsked] = useState<Source>();
  const ask = ({ parts, source }: Question) => {
    setAsked(source);
    call.mutate(parts);
  };
  return (
    <Panel title={t("share.guest.try")}>
      <TryView
        input={sharedInput(model)}
        prediction={model.prediction}
        call={call}
        asked={asked}
        disabled={!isRunning}
        onAsk={ask}
      >
        {tellsLabelsApart(model) && (
          <p className={styles.labels}>
            {t("share.guest.labels", { names: model.labels.join(t("share.guest.separator")) })}
          </p>
        )}
      </TryView>
    </Panel>
  );
}

function sharedInput({ input, required_columns: required }: Model): InputSpec | null {
  const spec = inputOf({ input });
  return spec?.kind === "table" ? { ...spec, required } : spec;
}

/** Whether the model has labels of its own; anomalies and similarity are in each prediction. */
function tellsLabelsApart({ labels, prediction }: Model) {
  const smallest = prediction === "labels" ? 2 : 1;
  return labels.length >= smallest && prediction !== "anomaly";
}
