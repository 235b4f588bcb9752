import { Button, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { useMay } from "@/api/project";
import {
  filterQuery,
  hasFilters,
  NO_FILTERS,
  parseFilters,
  searchOf,
  writeFilters,
} from "@/api/sample-filters";
import { useTaskCard } from "@/api/task-card";
import type { Job } from "@/api/types";
import type { Options } from "@/components/options/values";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { RoleNeeded } from "@/components/ui/role-needed";
import { CardsSkeleton } from "@/components/ui/skeletons";
import { useAddress } from "@/components/ui/use-address";

import type { CleanedMedia, CleaningRecipe, OfferedStep } from "../api/cleaning/cleaning-keys";
import { useStartCleaningPreview } from "../api/cleaning/use-cleaning-preview";
import { useStartCleaning } from "../api/cleaning/use-cleaning-runs";
import { useCleaningSteps } from "../api/cleaning/use-cleaning-steps";
import { useSampleCount } from "../api/samples/use-sample-count";
import { useThisDataset } from "../dataset-context";
import { isCleaned } from "../offered";
import styles from "./cleaning.module.css";
import { CleaningPreviewView } from "./cleaning-preview";
import { CleaningRuns } from "./cleaning-runs";
import { SavedRecipes } from "./saved-recipes";
import { asStep, StepList, type DraftStep } from "./step-list";

/** Write a recipe, look at what it does, and take samples through it. */
export function CleaningView() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  const offered = useCleaningSteps(card?.media);
  const mayClean = useMay("developer");
  if (offered.isPending || card === undefined) return <CardsSkeleton count={2} />;
  if (offered.isError) {
    return <ErrorState error={offered.error} onRetry={() => void offered.refetch()} />;
  }
  if (!isCleaned(card.media)) {
    return <EmptyState title={t("cleaning.noSteps")}>{t("cleaning.noStepsText")}</EmptyState>;
  }
  return (
    <div className={styles.page}>
      {mayClean ? (
        <RecipeForm media={card.media} offered={offered.data} />
      ) : (
        <RoleNeeded>{t("cleaning.roleNeeded")}</RoleNeeded>
      )}
      <CleaningRuns />
    </div>
  );
}

interface RecipeFormProps {
  media: CleanedMedia;
  offered: readonly OfferedStep[];
}

/** What was looked at, which the steps may have gone beyond since. */
interface Looked {
  readonly job: Job;
  readonly steps: readonly DraftStep[];
}

function RecipeForm({ media, offered }: RecipeFormProps) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const [params] = useSearchParams();
  const filters = parseFilters(params);
  const chosen = { filter: filterQuery(filters) };
  const count = useSampleCount(dataset.id, filters);
  const [steps, setSteps] = useState<readonly DraftStep[]>([]);
  const [name, setName] = useState("");
  const [seed, setSeed] = useState(0);
  const [looked, setLooked] = useState<Looked>();
  const [isReady, setReady] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const preview = useStartCleaningPreview(dataset.id);
  const clean = useStartCleaning(dataset.id);
  const change = (next: readonly DraftStep[]) => {
    setSteps(next);
    setName("");
  };
  const take = (recipe: CleaningRecipe) => {
    setSteps(recipe.steps.map(asDraft));
    setName(recipe.name);
  };
  const startPreview = (from: number) => {
    setSeed(from);
    setReady(false);
    preview.mutate(
      { steps: steps.map(asStep), chosen, seed: from },
      { onSuccess: (job) => setLooked({ job, steps }) },
    );
  };
  const run = () =>
    clean.mutate(
      { steps: steps.map(asStep), chosen, name },
      {
        onSuccess: () => {
          setAsking(false);
          setLooked(undefined);
        },
      },
    );
  const isEmpty = steps.length === 0;
  return (
    <>
      <Panel
        title={t("cleaning.recipe")}
        extra={
          <SavedRecipes media={media} steps={steps} name={name} onTake={take} onSaved={setName} />
        }
      >
        <div className={styles.stack}>
          {isEmpty && <p className={styles.muted}>{t("cleaning.emptyText")}</p>}
          <StepList offered={offered} steps={steps} onChange={change} />
          <Scope count={count.data} />
          <div className={styles.buttons}>
            <Button
              type={looked === undefined ? "primary" : "default"}
              disabled={isEmpty || count.data === 0}
              loading={preview.isPending}
              onClick={() => startPreview(seed)}
            >
              {t("cleaning.look")}
            </Button>
            <Button
              type={looked === undefined ? "default" : "primary"}
              disabled={isEmpty || count.data === 0}
              onClick={() => setAsking(true)}
            >
              {t("cleaning.clean", { count: count.data ?? 0 })}
            </Button>
          </div>
          {preview.isError && <ProblemAlert error={preview.error} />}
        </div>
      </Panel>
      {looked !== undefined && (
        <Panel
          title={t("cleaning.preview.title")}
          extra={
            isReady && (
              <Button size="small" disabled={isEmpty} onClick={() => startPreview(seed + 1)}>
                {t("cleaning.others")}
              </Button>
            )
          }
        >
          {looked.steps !== steps && <p className={styles.warning}>{t("cleaning.preview.old")}</p>}
          {isReady ? (
            <CleaningPreviewView jobId={looked.job.id} steps={looked.steps.map(asStep)} />
          ) : (
            <JobProgress
              key={looked.job.id}
              job={looked.job}
              cancellable
              onFinished={(job) => setReady(job.state === "succeeded")}
            />
          )}
        </Panel>
      )}
      {isAsking && (
        <Modal
          open
          title={t("cleaning.confirm")}
          okText={t("cleaning.clean", { count: count.data ?? 0 })}
          cancelText={t("ui.cancel")}
          confirmLoading={clean.isPending}
          onCancel={() => setAsking(false)}
          onOk={run}
        >
          <p>{t("cleaning.confirmText")}</p>
          {clean.isError && <ProblemAlert error={clean.error} />}
        </Modal>
      )}
    </>
  );
}

/** Which samples: all, or those that the address asks for. */
function Scope({ count }: { count: number | undefined }) {
  const { t } = useTranslation();
  const [params, setParams] = useAddress();
  const filters = parseFilters(params);
  if (!hasFilters(filters)) {
    return (
      <p className={styles.muted}>
        {t("cleaning.all", { count: count ?? 0 })}{" "}
        <Link to="../browse">{t("cleaning.narrow")}</Link>
      </p>
    );
  }
  return (
    <p>
      {t("cleaning.some", { count: count ?? 0 })}{" "}
      <Link to={`../browse?${searchOf(filters)}`}>{t("cleaning.show")}</Link>{" "}
      <Button
        type="link"
        size="small"
        onClick={() => setParams((old) => writeFilters(old, NO_FILTERS), { replace: true })}
      >
        {t("cleaning.takeAll")}
      </Button>
    </p>
  );
}

function asDraft(step: Readonly<Record<string, unknown>>): DraftStep {
  const { kind, ...options } = step;
  return { key: crypto.randomUUID(), kind: String(kind), options: options as Options };
}
