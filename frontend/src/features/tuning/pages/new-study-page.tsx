import { Button } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";

import { useDataCheck } from "@/api/data-check";
import { useEstimate } from "@/api/estimate";
import { joined } from "@/api/pages";
import { AgreementsPanel } from "@/components/check/agreements-panel";
import { waitingOf, withoutAgreements } from "@/components/options/accepted";
import type { Options } from "@/components/options/values";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { ReadyVersions, type ReadyProps } from "@/components/versions/ready-versions";
import { fieldText } from "@/i18n/problem-text";

import { useSearchableSpace } from "../api/use-searchable-space";
import { useStudies } from "../api/use-studies";
import { useStartStudy } from "../api/use-start-study";
import { BudgetPanel } from "../new-study/budget-panel";
import { DataPanel } from "../new-study/data-panel";
import { draftProblem, readDraft, requestOf, type StudyDraft } from "../new-study/draft";
import { ExpectationPanel } from "../new-study/expectation-panel";
import { MethodPanel } from "../new-study/method-panel";
import { ModePanel } from "../new-study/mode-panel";
import { rowsOf } from "../new-study/range";
import { refusalsOf } from "../new-study/refusals";
import { SpacePanel } from "../new-study/space-panel";
import { useScore } from "../use-score";
import styles from "../new-study/new-study.module.css";

/** Put a search together: what is varied, how, and for how long. */
export function NewStudyPage() {
  const { t } = useTranslation();
  return (
    <ReadyVersions
      title={t("tuning.new.title")}
      noVersion={t("tuning.new.noVersion")}
      page="search/new"
    >
      {(ready) => <ReadyPage {...ready} />}
    </ReadyVersions>
  );
}

function ReadyPage({ projectId, task, targets, versions }: ReadyProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [entered, setDraft] = useState<StudyDraft>(() => {
    const read = readDraft(query, task.media);
    const newest = versions[0]?.id;
    const isGiven = read.versionIds.length > 0 || newest === undefined;
    return isGiven ? read : { ...read, versionIds: [newest] };
  });
  const change = (changes: Partial<StudyDraft>) => setDraft((old) => ({ ...old, ...changes }));
  // What was agreed to of other data says nothing of these.
  const changeData = (changes: Partial<StudyDraft>) =>
    change({ options: withoutAgreements(entered.options as Options), ...changes });
  const limit = targets.find(({ key }) => key === entered.target)?.max_parameters_millions;
  const backbones = task.backbones.filter(
    ({ parameters_millions: millions }) => limit == null || millions <= limit,
  );
  const isOpen = entered.backbones.length === 0 && entered.versionIds.length > 0;
  const first = backbones[0];
  const estimate = useEstimate(
    {
      dataset_version_ids: entered.versionIds,
      backbone: first?.key ?? "",
      options: {},
      target: entered.target,
    },
    isOpen && first !== undefined,
  );
  // What the first tier stands for with this data, the first one until that is known.
  const usual =
    estimate.data?.backbones.find((one) => one.is_usual && one.tier === first?.tier)?.key ??
    first?.key;
  const draft =
    entered.backbones.length > 0 || usual === undefined
      ? entered
      : { ...entered, backbones: [usual] };

  const searchable = useSearchableSpace(projectId, draft.backbones);
  const studies = useStudies(projectId);
  const options = draft.options as Options;
  const check = useDataCheck(draft.versionIds, withoutAgreements(options), task.media === "table");
  const findings = check.data?.findings ?? [];
  const start = useStartStudy();
  const isPopulation = draft.population !== null;
  const fixed = useMemo(() => searchable.data?.fixed_in_population ?? [], [searchable.data]);
  const supportsPopulation = searchable.data?.supports_population ?? isPopulation;
  const rows = useMemo(
    () =>
      rowsOf(
        (searchable.data?.space.parameters ?? []).filter(
          ({ name }) => !isPopulation || !fixed.includes(name),
        ),
        searchable.data?.suggested ?? [],
        draft.edits,
      ),
    [searchable.data, fixed, isPopulation, draft.edits],
  );
  const score = useScore(
    searchable.data && { task: task.key, primary_metric: searchable.data.primary_metric },
  );
  const backbone = task.backbones.find(({ key }) => key === draft.backbones[0]);
  const problem = draftProblem(draft, rows, supportsPopulation);
  const refusals = refusalsOf(start.error, start.variables?.space.parameters ?? [], (field) =>
    fieldText(t, field),
  );
  const begin = () => {
    if (backbone === undefined) return;
    start.mutate(requestOf(draft, projectId, backbone, rows), {
      onSuccess: (study) => void navigate(`/projects/${projectId}/search/${study.id}`),
    });
  };
  return (
    <Page
      title={t("tuning.new.title")}
      lead={t("tuning.new.lead")}
      breadcrumbs={[{ title: t("tuning.title"), to: `/projects/${projectId}/search` }]}
      action={
        <Button
          type="primary"
          loading={start.isPending}
          disabled={
            problem !== undefined ||
            searchable.data === undefined ||
            waitingOf(findings, options).length > 0
          }
          onClick={begin}
        >
          {t("tuning.new.start")}
        </Button>
      }
    >
      <div className={styles.layout}>
        <div className={styles.steps}>
          <DataPanel
            {...{ draft, versions, targets }}
            hasFraction={searchable.data?.supports_data_fraction ?? false}
            onChange={changeData}
          />
          {searchable.isError ? (
            <ErrorState error={searchable.error} onRetry={() => void searchable.refetch()} />
          ) : searchable.data === undefined ? (
            <RowsSkeleton />
          ) : (
            <SpacePanel
              {...{ draft, rows, backbones, refusals }}
              defaults={searchable.data.defaults}
              onChange={change}
            />
          )}
          {(supportsPopulation || isPopulation) && <ModePanel draft={draft} onChange={change} />}
          <BudgetPanel {...{ draft, score }} onChange={change} />
          <MethodPanel draft={draft} onChange={change} />
        </div>
        <aside className={styles.aside}>
          <AgreementsPanel
            findings={findings}
            options={options}
            onChange={(changed) => change({ options: changed })}
          />
          <ExpectationPanel
            {...{ projectId, draft, rows, problem }}
            studies={joined(studies.data?.pages)}
            error={start.error}
          />
        </aside>
      </div>
    </Page>
  );
}
