import { Button, Popover, Space } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { taskTextKey, type TaskCard } from "@/api/task-card";
import { JobStatus } from "@/components/ui/job-progress";
import { ProblemAlert } from "@/components/ui/problem-alert";

import type { BuiltInSuggestions } from "../use-built-in-suggestions";
import { useStored } from "../use-stored";
import styles from "./suggest-menu.module.css";

interface StartProps {
  card: TaskCard;
  builtIn: BuiltInSuggestions;
  /** What stands beside the button. */
  children?: ReactNode;
}

/** Has the model that comes with Easel added and asked; its progress while that goes on. */
export function BuiltInStart({ card, builtIn, children }: StartProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.part}>
      <span>{t(`builtIn.text.${taskTextKey(card.key)}`)}</span>
      <span>{t("builtIn.suggest.then")}</span>
      <ProblemAlert error={builtIn.error} />
      {builtIn.job !== null && (
        <JobStatus job={builtIn.job} connection={builtIn.connection} cancellable />
      )}
      <Space>
        {!builtIn.isBusy && (
          <Button type="primary" size="small" onClick={builtIn.start}>
            {t("builtIn.use")}
          </Button>
        )}
        {children}
      </Space>
    </div>
  );
}

interface OfferProps {
  card: TaskCard;
  dataset: Dataset;
  builtIn: BuiltInSuggestions;
  /** Whether nobody has asked for suggestions yet, and this person may. */
  isOffered: boolean;
  children: ReactNode;
}

/** Offers, once and beside its button, what suggests without any training. */
export function BuiltInOffer({ card, dataset, builtIn, isOffered, children }: OfferProps) {
  const { t } = useTranslation();
  const [isDismissed, setDismissed] = useStored(
    localStorage,
    `easel.labelling.built-in.${dataset.id}`,
    false,
  );
  const isWanted = !isDismissed && dataset.num_labelled < dataset.num_samples;
  return (
    <Popover
      open={isOffered && builtIn.isOffered && isWanted}
      placement="bottom"
      title={t("builtIn.suggest.title")}
      content={
        <div className={styles.offer}>
          <BuiltInStart card={card} builtIn={builtIn}>
            <Button size="small" onClick={() => setDismissed(true)}>
              {t(`builtIn.suggest.${builtIn.isBusy ? "hide" : "later"}`)}
            </Button>
          </BuiltInStart>
        </div>
      }
    >
      {children}
    </Popover>
  );
}
