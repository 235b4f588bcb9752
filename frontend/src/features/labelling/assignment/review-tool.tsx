import { App, Button, Radio } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import type { AssignmentDetail, WorkItem } from "@/api/assignments";
import { sampleSource } from "@/api/sample-source";
import type { TaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { KeyHints } from "@/components/ui/key-hints";
import { isTyping } from "@/components/ui/keyboard";
import { useAddressParts } from "@/components/ui/use-address";
import { problemText } from "@/i18n/problem-text";

import { QueueStrip } from "../components/queue-strip";
import styles from "../labelling.module.css";
import { annotationsOf, NOTHING } from "../model/annotations";
import { NOTHING_PROPOSED } from "../editors/editor";
import { CommentList } from "./comment-list";
import { ReviewPanel } from "./review-panel";
import {
  REVIEW_STATES,
  useDecisions,
  useReviewItem,
  useReviewItems,
  type NewComment,
  type ReviewState,
} from "./use-review";
import { WorkStage } from "./work-stage";

interface Props {
  detail: AssignmentDetail;
  card: TaskCard;
}

/** One item at a time: see what was answered, take it, or send it back with comments. */
export function ReviewTool({ detail, card }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [params, putParams] = useAddressParts();
  const { assignment, labels } = detail;
  const state = REVIEW_STATES.find((one) => one === params.get("state")) ?? "submitted";
  const list = useReviewItems(assignment.id, state);
  // Where several answer, a sample is reviewed once, with all answers side by side.
  const items = oneOfEach(list.items);
  const decisions = useDecisions(assignment.id);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const [authorId, setAuthorId] = useState<string | null>(null);
  const [comments, setComments] = useState<readonly NewComment[]>([]);
  const wanted = params.get("item");
  const position = Math.max(
    0,
    items.findIndex(({ id }) => id === wanted),
  );
  const listed = items[position];
  const read = useReviewItem(listed?.id);
  const item = read.data?.id === listed?.id ? read.data : undefined;
  const answer =
    item?.answers.find(({ author }) => author.id === (authorId ?? item.annotator?.id)) ??
    item?.answers[0];
  const sample = authorId === "standing" ? item?.standing : (answer?.sample ?? item?.sample);
  const annotations = sample ? annotationsOf(sample) : null;
  const mayReview = detail.may_review && item?.state === "submitted" && !decided.has(item.id);

  const put = (change: { item?: string; state?: ReviewState }) => {
    setSelected(null);
    setAuthorId(null);
    setComments([]);
    // Another list begins at its first item.
    putParams({ ...(change.state !== undefined && { item: null }), ...change });
  };
  const go = (offset: number) => {
    const next = items[position + offset];
    if (next !== undefined) put({ item: next.id });
  };
  const after = (id: string) => {
    setDecided((old) => new Set(old).add(id));
    const open = items.find((one, place) => place > position && !decided.has(one.id));
    if (open !== undefined) put({ item: open.id });
    else put({ item: id });
    if (list.hasNextPage && position >= items.length - 20) void list.fetchNextPage();
  };
  const attempt = async (id: string, act: Promise<unknown>) => {
    try {
      await act;
      after(id);
    } catch (error) {
      void message.error(problemText(t, error));
      void read.refetch();
    }
  };
  const accept = () => {
    if (item === undefined || answer === undefined || !mayReview || authorId === "standing") return;
    void attempt(item.id, decisions.accept.mutateAsync({ item, answer }));
  };
  const sendBack = () => {
    if (item === undefined || !mayReview || comments.length === 0) return;
    void attempt(
      item.id,
      decisions.sendBack.mutateAsync({
        itemId: answer?.item_id ?? item.id,
        comments: [...comments],
      }),
    );
  };
  const putBack = () => {
    if (item !== undefined) void attempt(item.id, decisions.putBack.mutateAsync(item));
  };
  // Reviewers may know of nothing but their assignments.
  const home = `/projects/${assignment.dataset.project_id}/label/assignments/${assignment.id}`;
  const leave = () => void navigate(detail.is_manager ? home : "/");
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event) || event.ctrlKey || event.metaKey) return;
    const acts: Record<string, () => void> = {
      a: accept,
      ArrowRight: () => go(1),
      ArrowLeft: () => go(-1),
      Escape: leave,
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  return (
    <div className={styles.tool}>
      <header className={styles.bar}>
        <Button onClick={leave}>{t("labelling.leave")}</Button>
        <h1 className={styles.title}>{assignment.name}</h1>
        <Radio.Group
          optionType="button"
          buttonStyle="solid"
          aria-label={t("assignments.review.which")}
          value={state}
          onChange={(event) => put({ state: event.target.value as ReviewState })}
          options={REVIEW_STATES.map((value) => ({
            value,
            label: t(`assignments.state.${value}`),
          }))}
        />
        <span className={styles.progress} />
        <KeyHints
          hints={[
            { keys: ["A"], meaning: t("assignments.review.accept") },
            { keys: ["←", "→"], meaning: t("labelling.keys.arrows.single") },
            { keys: ["Esc"], meaning: t("labelling.keys.leave") },
          ]}
        />
      </header>
      <div className={styles.work}>
        <ReviewPanel
          detail={detail}
          item={item}
          annotations={annotations}
          selected={selected}
          authorId={authorId ?? answer?.author.id ?? null}
          onAuthor={(id) => {
            setSelected(null);
            setAuthorId(id);
          }}
          comments={comments}
          onComments={setComments}
          mayReview={mayReview}
          isBusy={decisions.accept.isPending || decisions.sendBack.isPending}
          onAccept={accept}
          onSendBack={sendBack}
          onPutBack={putBack}
        />
        <main className={styles.main}>
          {(list.error ?? read.error) !== null && (
            <ErrorState
              error={list.error ?? read.error}
              onRetry={() => void (list.error ? list.refetch() : read.refetch())}
            />
          )}
          {list.isSuccess && items.length === 0 && (
            <EmptyState title={t("assignments.review.nothing")}>
              {t("assignments.review.nothingText")}
            </EmptyState>
          )}
          {item !== undefined && item.comments.length > 0 && (
            <CommentList
              comments={item.comments}
              regions={annotations?.regions ?? []}
              labels={labels}
              selected={selected}
              onSelect={setSelected}
            />
          )}
          {sample ? (
            <WorkStage
              key={`${sample.id} ${authorId}`}
              card={card}
              source={sampleSource(sample, card.media)}
              editor={{
                ...NOTHING_PROPOSED,
                sample,
                labels,
                annotations: annotations ?? NOTHING,
                label: null,
                onLabel: () => undefined,
                mayLabel: false,
                selected,
                onSelect: setSelected,
                onChange: () => undefined,
              }}
            />
          ) : (
            listed !== undefined && <div className={styles.stage} role="status" />
          )}
          {items.length > 0 && (
            <QueueStrip
              samples={items.map((one) => one.sample)}
              media={card.media}
              labels={labels}
              position={position}
              current={(one) => {
                const other = items.find(({ sample: its }) => its.id === one.id);
                if (other === undefined || !decided.has(other.id)) return null;
                return one.labels.map(({ id }) => id);
              }}
              onShow={(id) => {
                const other = items.find(({ sample: its }) => its.id === id);
                if (other !== undefined) put({ item: other.id });
              }}
            />
          )}
        </main>
      </div>
    </div>
  );
}

function oneOfEach(items: readonly WorkItem[]): WorkItem[] {
  const seen = new Set<string>();
  return items.filter(({ sample }) => !seen.has(sample.id) && seen.add(sample.id));
}
