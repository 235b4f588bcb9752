import { Alert, Button, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Dataset } from "@/api/datasets";
import type { components } from "@/api/generated/schema";
import { isFinished } from "@/api/jobs";
import { useModelVersionChoice } from "@/api/model-versions";
import { NO_FILTERS, searchOf } from "@/api/sample-filters";
import type { Connection } from "@/api/stream";
import type { TaskCard } from "@/api/task-card";
import { JobStatus, UnreadableFiles } from "@/components/ui/job-progress";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useAskForSuggestions } from "../api/use-suggestions";
import type { BuiltInSuggestions } from "../use-built-in-suggestions";
import { BuiltInStart } from "./built-in-offer";
import styles from "./suggest-menu.module.css";

interface Props {
  card: TaskCard;
  dataset: Dataset;
  hasLabels: boolean;
  run: components["schemas"]["SuggestionRun"] | null;
  connection: Connection | null;
  mayLabel: boolean;
  builtIn: BuiltInSuggestions;
}

const DISAGREEING = searchOf({
  ...NO_FILTERS,
  disagreement: { kind: "any", least: 0.5 },
  ordering: "-disagreement",
});

type Who = "model" | "classifier";

/** Whether a classifier can learn from a few labelled samples of a task. */
export function canClassify(card: TaskCard): boolean {
  return card.annotation_card.is_classification && card.media !== "video";
}

/** Who suggests, for which samples, and how far the last asking is. */
export function AskForm({ card, dataset, hasLabels, run, connection, mayLabel, builtIn }: Props) {
  const { t } = useTranslation();
  const versions = useModelVersionChoice(dataset.project_id);
  const ask = useAskForSuggestions(dataset.id);
  const models = versions.data?.results ?? [];
  const [who, setWho] = useState<Who | null>(null);
  const [modelId, setModelId] = useState<string | null>(null);
  const [unlabelled, setUnlabelled] = useState(true);
  const method: Who = who ?? (models.length > 0 || !canClassify(card) ? "model" : "classifier");
  const chosen = modelId ?? models[0]?.id;
  const isRunning = run?.job != null && !isFinished(run.job);
  const isReady = method === "classifier" ? dataset.num_labelled > 0 : chosen !== undefined;
  return (
    <section className={styles.part} aria-label={t("labelling.suggest.ask.title")}>
      <p className={styles.muted}>{t("labelling.suggest.ask.lead")}</p>
      <Radio.Group
        className={styles.choice}
        aria-label={t("labelling.suggest.ask.who")}
        value={method}
        onChange={(event) => setWho(event.target.value as Who)}
      >
        <Radio value="model">{t("labelling.suggest.ask.model")}</Radio>
        {canClassify(card) && (
          <Radio value="classifier">{t("labelling.suggest.ask.classifier")}</Radio>
        )}
      </Radio.Group>
      {method === "model" && models.length > 0 && (
        <Select
          className={styles.wide}
          aria-label={t("labelling.suggest.ask.model")}
          value={chosen}
          onChange={setModelId}
          options={models.map(({ id, model_name: name, number }) => ({
            value: id,
            label: `${name} ${number}`,
          }))}
        />
      )}
      {method === "model" && versions.isSuccess && models.length === 0 && (
        <NoModel card={card} builtIn={builtIn} />
      )}
      {method === "classifier" && (
        <p className={styles.muted}>{t("labelling.suggest.ask.classifierText")}</p>
      )}
      <Radio.Group
        aria-label={t("labelling.scope.title")}
        value={unlabelled}
        onChange={(event) => setUnlabelled(event.target.value as boolean)}
      >
        <Radio value={true}>{t("labelling.scope.unlabelled")}</Radio>
        <Radio value={false}>{t("labelling.suggest.ask.all")}</Radio>
      </Radio.Group>
      {ask.isError && <ProblemAlert error={ask.error} />}
      <Button
        type="primary"
        disabled={!mayLabel || !isReady || isRunning}
        loading={ask.isPending}
        onClick={() =>
          ask.mutate({
            method,
            makes_labels: !hasLabels,
            unlabelled,
            ...(method === "model" && chosen !== undefined && { model_version_id: chosen }),
          })
        }
      >
        {t("labelling.suggest.ask.start")}
      </Button>
      {run?.job != null && (
        <JobStatus job={run.job} connection={connection} cancellable={mayLabel} />
      )}
      {run !== null && !isRunning && (
        <Link to={`/projects/${dataset.project_id}/data/${dataset.id}/browse?${DISAGREEING}`}>
          {t("labelling.suggest.ask.disagreements")}
        </Link>
      )}
      {run !== null && run.num_unreadable > 0 && (
        <p className={styles.muted}>
          {t("labelling.suggest.unreadable", { count: run.num_unreadable })}
        </p>
      )}
      {run !== null && !isRunning && <UnreadableFiles job={run.job} />}
      {run !== null && run.num_unknown_labels > 0 && (
        <p className={styles.muted}>
          {t("labelling.suggest.unknownLabels", { count: run.num_unknown_labels })}
        </p>
      )}
    </section>
  );
}

/** What to do where no model can suggest yet. */
function NoModel({ card, builtIn }: Pick<Props, "card" | "builtIn">) {
  const { t } = useTranslation();
  if (builtIn.isOffered) return <Alert title={<BuiltInStart card={card} builtIn={builtIn} />} />;
  const text = card.works_untrained
    ? "builtIn.suggest.askDeveloper"
    : "labelling.suggest.ask.noModel";
  return <Alert type="info" title={t(text)} />;
}
