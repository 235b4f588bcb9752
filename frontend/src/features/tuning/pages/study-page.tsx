import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { PageSkeleton } from "@/components/ui/skeletons";
import { useAddressParts } from "@/components/ui/use-address";

import { useStudy } from "../api/use-study";
import { useTrials } from "../api/use-trials";
import { axesOf, brushed } from "../study/axes";
import { BestChart } from "../study/best-chart";
import { SummaryPanel } from "../study/summary-panel";
import { LatencyChart } from "../study/latency-chart";
import { ImportancePanel } from "../study/importance-panel";
import { ParallelCoordinates } from "../study/parallel-coordinates";
import { brushesOf, brushesText, type Interval } from "../study/scale";
import { SlicesPanel } from "../study/slices-panel";
import { StatusPanel } from "../study/status-panel";
import { StudyActions } from "../study/study-actions";
import { TrialDrawer } from "../study/trial-drawer";
import { TrialsTable } from "../study/trials-table";
import { useLiveStudy } from "../study/use-live-study";
import type { StudyDetail, Trial } from "../types";
import styles from "../study/study.module.css";

/** One search: what matters, and is more worth it? */
export function StudyPage() {
  const { studyId = "" } = useParams();
  const study = useStudy(studyId);
  const trials = useTrials(studyId);
  const failed = [study, trials].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (study.data === undefined || trials.data === undefined) return <PageSkeleton />;
  return <ReadyStudy key={study.data.id} study={study.data} listed={trials.data} />;
}

function ReadyStudy({ study, listed }: { study: StudyDetail; listed: Trial[] }) {
  const { t } = useTranslation();
  const [query, change] = useAddressParts();
  const { trials, connection } = useLiveStudy(study, listed);
  const axes = useMemo(() => axesOf(study, trials), [study, trials]);
  const text = query.get("parts");
  const brushes = useMemo(() => brushesOf(text), [text]);
  const chosen = useMemo(() => brushed(trials, axes, brushes), [trials, axes, brushes]);
  const opened = query.get("trial");
  const open = useCallback((number: number) => change({ trial: String(number) }), [change]);
  const brush = (name: string, interval: Interval | undefined) => {
    const others = Object.entries(brushes).filter(([key]) => key !== name);
    const own = interval === undefined ? [] : [[name, interval] as const];
    change({ parts: brushesText(Object.fromEntries([...others, ...own])) ?? null });
  };
  const ending = study.ending === "" ? study.state : study.ending;
  return (
    <Page
      title={study.name}
      lead={t(`tuning.lead.${ending}`)}
      breadcrumbs={[{ title: t("tuning.title"), to: `/projects/${study.project_id}/search` }]}
      action={<StudyActions study={study} />}
    >
      <StatusPanel study={study} trials={trials} isReconnecting={connection === "waiting"} />
      <div className={styles.charts}>
        <BestChart study={study} trials={trials} onOpen={open} />
        <ImportancePanel study={study} />
      </div>
      <LatencyChart study={study} trials={trials} onOpen={open} />
      <ParallelCoordinates {...{ study, trials, axes, brushes }} onBrush={brush} onOpen={open} />
      <TrialsTable
        {...{ study, axes, brushes }}
        trials={chosen}
        total={trials.length}
        onClear={(name) => (name === undefined ? change({ parts: null }) : brush(name, undefined))}
        onOpen={open}
      />
      <SlicesPanel {...{ study, axes }} trials={chosen} onOpen={open} />
      <SummaryPanel study={study} />
      <TrialDrawer
        study={study}
        trial={trials.find(({ number }) => String(number) === opened)}
        onOpen={open}
        onClose={() => change({ trial: null })}
      />
    </Page>
  );
}
