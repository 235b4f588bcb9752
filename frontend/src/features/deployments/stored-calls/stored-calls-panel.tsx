import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { joined } from "@/api/pages";
import type { TaskCard } from "@/api/task-card";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { Stat, Stats } from "@/components/ui/stat";
import { formatBytes, formatCount } from "@/i18n/format";

import { useDeleteStoredCalls } from "../api/use-delete-stored-calls";
import { useStoredCalls, type StoredCallFilter } from "../api/use-stored-calls";
import { useStoredCallsSummary } from "../api/use-stored-calls-summary";
import type { Deployment, StoredCallsSummary } from "../types";
import { AccuracyPanel } from "./accuracy-panel";
import { AddCallsDialog } from "./add-calls-dialog";
import { CallCard } from "./call-card";
import { CallDrawer } from "./call-drawer";
import { CallsFilter } from "./calls-filter";
import { ConsentNeeded, SamplingPanel } from "./consent-panel";
import { filterOf, withFilter } from "./filter";
import styles from "./stored-calls.module.css";

/** So many calls are added or deleted with one request. */
const MOST_AT_ONCE = 500;

interface StoredCallsPanelProps {
  deployment: Deployment;
  card: TaskCard;
}

/** The calls that were stored: which of them are hard, and which the next version learns from. */
export function StoredCallsPanel({ deployment, card }: StoredCallsPanelProps) {
  const summary = useStoredCallsSummary(deployment.id);
  if (summary.isError && summary.data === undefined) {
    return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />;
  }
  if (summary.data === undefined) return <RowsSkeleton count={3} />;
  if (deployment.sampling === null && summary.data.num_calls === 0) {
    return <ConsentNeeded deployment={deployment} />;
  }
  return (
    <div className={styles.stack}>
      <Figures deployment={deployment} summary={summary.data} />
      <AccuracyPanel days={summary.data.accuracy} />
      <Calls deployment={deployment} card={card} summary={summary.data} />
    </div>
  );
}

/** How many calls there are, and the way to say which are stored. */
function Figures(props: { deployment: Deployment; summary: StoredCallsSummary }) {
  const { deployment, summary } = props;
  const { t, i18n } = useTranslation();
  const [isChanging, setIsChanging] = useState(false);
  if (isChanging) {
    return <SamplingPanel deployment={deployment} onClose={() => setIsChanging(false)} />;
  }
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <Panel
      title={t("calls.title")}
      extra={
        <Button onClick={() => setIsChanging(true)}>
          {t(deployment.sampling === null ? "calls.consent.begin" : "calls.consent.change")}
        </Button>
      }
    >
      <Stats>
        <Stat label={t("calls.figure.stored")} value={count(summary.num_calls)} />
        <Stat label={t("calls.state.waiting")} value={count(summary.num_waiting)} />
        <Stat label={t("calls.state.answered")} value={count(summary.num_answered)} />
        <Stat
          label={t("calls.figure.bytes")}
          value={formatBytes(summary.num_bytes, i18n.language)}
        />
      </Stats>
    </Panel>
  );
}

interface CallsProps extends StoredCallsPanelProps {
  summary: StoredCallsSummary;
}

function Calls({ deployment, card, summary }: CallsProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const list = useStoredCalls(deployment.id, filter);
  const remove = useDeleteStoredCalls(deployment.id);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState<readonly string[]>();
  const [isDeleting, setIsDeleting] = useState(false);
  const [opened, setOpened] = useState<string>();
  const calls = joined(list.data?.pages);
  const change = (part: StoredCallFilter) => {
    setSelected(new Set());
    setQuery(withFilter(query, part), { replace: true });
  };
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const shown = calls.findIndex(({ id }) => id === opened);
  const first = calls.slice(0, MOST_AT_ONCE);
  const isAll = first.length > 0 && selected.size === first.length;
  return (
    <Panel title={t("calls.list")}>
      <div className={styles.stack}>
        <CallsFilter summary={summary} filter={filter} onChange={change} />
        <div className={styles.row}>
          <Button
            disabled={calls.length === 0}
            onClick={() => setSelected(new Set(isAll ? [] : first.map(({ id }) => id)))}
          >
            {t(isAll ? "calls.selectNone" : "calls.selectAll", { count: first.length })}
          </Button>
          <Button
            type="primary"
            disabled={selected.size === 0}
            onClick={() => setAdding([...selected])}
          >
            {t("calls.add.several", { count: selected.size })}
          </Button>
          <Button danger disabled={selected.size === 0} onClick={() => setIsDeleting(true)}>
            {t("calls.delete.verb", { count: selected.size })}
          </Button>
        </div>
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <RowsSkeleton count={3} />}
        {list.isSuccess && calls.length === 0 && <p className={styles.muted}>{t("calls.none")}</p>}
        <ul className={styles.wall}>
          {calls.map((call) => (
            <CallCard
              key={call.id}
              call={call}
              media={card.media}
              isSelected={selected.has(call.id)}
              onOpen={() => setOpened(call.id)}
              onSelect={(isSelected) => select(call.id, isSelected)}
            />
          ))}
        </ul>
        <MoreButton list={list} />
      </div>
      <CallDrawer
        projectId={deployment.project_id}
        call={calls[shown]}
        card={card}
        onMove={(by) => setOpened(calls[shown + by]?.id ?? opened)}
        onAdd={() => setAdding(opened === undefined ? [] : [opened])}
        onClose={() => setOpened(undefined)}
      />
      {adding !== undefined && (
        <AddCallsDialog
          deployment={deployment}
          card={card}
          calls={calls.filter(({ id }) => adding.includes(id))}
          onAdded={() => setSelected(new Set())}
          onClose={() => setAdding(undefined)}
        />
      )}
      <ConfirmDanger
        open={isDeleting}
        title={t("calls.delete.title", { count: selected.size })}
        verb={t("calls.delete.verb", { count: selected.size })}
        onConfirm={() => remove.mutateAsync([...selected]).then(() => setSelected(new Set()))}
        onClose={() => setIsDeleting(false)}
      >
        {t("calls.delete.text")}
      </ConfirmDanger>
    </Panel>
  );
}
