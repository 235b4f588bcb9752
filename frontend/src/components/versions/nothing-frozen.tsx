import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useDatasets } from "@/api/datasets";

import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Page } from "../ui/page";
import { PageSkeleton } from "../ui/skeletons";
import { TrainOn, type TrainingPage } from "./train-on";

interface Props {
  title: string;
  projectId: string;
  /** What is said where there is nothing to freeze. */
  text: string;
  onTo: TrainingPage;
}

/** No version to train on: one is made of a dataset with labels, without these they come first. */
export function NothingFrozen({ title, projectId, text, onTo }: Props) {
  const { t } = useTranslation();
  const datasets = useDatasets(projectId);
  if (datasets.isError) {
    return <ErrorState error={datasets.error} onRetry={() => void datasets.refetch()} />;
  }
  if (datasets.data === undefined) return <PageSkeleton />;
  const labelled = datasets.data.results.filter(({ num_labelled }) => num_labelled > 0);
  return (
    <Page title={title}>
      {labelled.length === 0 ? (
        <EmptyState
          title={t("training.new.noVersion.title")}
          action={
            <Link to={`/projects/${projectId}/data`}>
              <Button type="primary">{t("training.new.noVersion.action")}</Button>
            </Link>
          }
        >
          {text}
        </EmptyState>
      ) : (
        <EmptyState
          title={t("training.new.freezeFirst.title")}
          action={labelled.map((dataset, place) => (
            <TrainOn
              key={dataset.id}
              dataset={dataset}
              onTo={onTo}
              type={place === 0 ? "primary" : "default"}
            >
              {t("training.new.freezeFirst.action", {
                dataset: dataset.name,
                count: dataset.num_labelled,
              })}
            </TrainOn>
          ))}
        >
          {t("training.new.freezeFirst.text")}
        </EmptyState>
      )}
    </Page>
  );
}
