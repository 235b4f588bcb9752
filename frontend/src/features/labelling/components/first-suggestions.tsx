import { Button, Popover, Space } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { useModelVersionChoice } from "@/api/model-versions";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useAskForSuggestions } from "../api/use-suggestions";
import { useStored } from "../use-stored";

/** From so many labelled samples on, a classifier of them is worth a look. */
const ENOUGH = 10;

interface Props {
  dataset: Dataset;
  numLabelled: number;
  /** Whether nobody has asked for suggestions yet, and this person may. */
  isOffered: boolean;
  children: ReactNode;
}

/** Offers, once and beside its button, to have the rest suggested while there is no model. */
export function FirstSuggestions({ dataset, numLabelled, isOffered, children }: Props) {
  const { t } = useTranslation();
  const [isDismissed, setDismissed] = useStored(
    localStorage,
    `easel.labelling.first-suggestions.${dataset.id}`,
    false,
  );
  const isWanted =
    isOffered && !isDismissed && numLabelled >= ENOUGH && numLabelled < dataset.num_samples;
  const models = useModelVersionChoice(dataset.project_id, isWanted);
  const ask = useAskForSuggestions(dataset.id);
  const hasNoModel = models.data?.results.length === 0;
  return (
    <Popover
      open={isWanted && hasNoModel}
      placement="bottom"
      title={t("labelling.suggest.first.title", { count: numLabelled })}
      content={
        <Space orientation="vertical">
          <span>{t("labelling.suggest.first.text")}</span>
          <ProblemAlert error={ask.error} />
          <Space>
            <Button
              type="primary"
              size="small"
              loading={ask.isPending}
              onClick={() =>
                ask.mutate({ method: "classifier", makes_labels: false, unlabelled: true })
              }
            >
              {t("labelling.suggest.first.start")}
            </Button>
            <Button size="small" onClick={() => setDismissed(true)}>
              {t("labelling.suggest.first.later")}
            </Button>
          </Space>
        </Space>
      }
    >
      {children}
    </Popover>
  );
}
