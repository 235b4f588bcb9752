import { Button, Input, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { AssignmentDetail, WorkItemDetail } from "@/api/assignments";
import { LabelTag } from "@/components/ui/label-tag";
import { Time } from "@/components/ui/numbers";

import { labelColor, labelName } from "../editors/editor";
import type { MaybeAnnotations } from "../model/annotations";
import styles from "./review-panel.module.css";
import type { NewComment } from "./use-review";

interface Props {
  detail: AssignmentDetail;
  item: WorkItemDetail | undefined;
  annotations: MaybeAnnotations;
  selected: string | null;
  authorId: string | null;
  onAuthor: (id: string) => void;
  comments: readonly NewComment[];
  onComments: (comments: readonly NewComment[]) => void;
  mayReview: boolean;
  isBusy: boolean;
  onAccept: () => void;
  onSendBack: () => void;
  onPutBack: () => void;
}

/** Whose answers there are, what they say, what to write back, and what happened so far. */
export function ReviewPanel(props: Props) {
  const { detail, item, annotations, authorId, onAuthor, mayReview, isBusy } = props;
  const { t } = useTranslation();
  if (item === undefined) return <aside className={styles.panel} />;
  const { labels } = detail;
  const isStanding = authorId === "standing";
  const isAnnotated = item.standing !== null && item.standing.labelled_at !== null;
  const mayPutBack =
    detail.may_review &&
    (item.state === "skipped" || item.state === "returned" || item.state === "held");
  return (
    <aside className={styles.panel} aria-label={t("assignments.review.title")}>
      <h2>{item.sample.name}</h2>
      <section>
        <h3>{t("assignments.review.answers")}</h3>
        <Radio.Group
          vertical
          value={authorId}
          onChange={(event) => onAuthor(event.target.value as string)}
          options={[
            ...item.answers.map((answer) => ({
              value: answer.author.id,
              label: (
                <>
                  {answer.author.name}{" "}
                  <span className={styles.muted}>
                    {answer.is_late && `${t("assignments.review.late")} · `}
                    {t("assignments.review.seconds", { count: Math.round(answer.seconds) })}
                  </span>
                </>
              ),
            })),
            ...(isAnnotated
              ? [{ value: "standing", label: t("assignments.review.standing") }]
              : []),
          ]}
        />
        {isAnnotated && !isStanding && mayReview && (
          <p className={styles.muted}>{t("assignments.review.replaces")}</p>
        )}
      </section>
      <section>
        <h3>{t("assignments.review.says")}</h3>
        {annotations === null && <p className={styles.muted}>{t("labelling.unlabelled")}</p>}
        <p className={styles.tags}>
          {annotations?.labelIds.map((id) => (
            <LabelTag key={id} name={labelName(labels, id)} color={labelColor(labels, id)} />
          ))}
          {annotations !== null && annotations.regions.length > 0 && (
            <span>{t("labelling.editor.summary", { count: annotations.regions.length })}</span>
          )}
        </p>
        {annotations?.texts.map((text, place) => (
          <p key={place}>{text}</p>
        ))}
      </section>
      {mayReview && (
        <>
          <Comments {...props} />
          <div className={styles.buttons}>
            <Button
              danger
              disabled={props.comments.length === 0}
              loading={isBusy}
              onClick={props.onSendBack}
            >
              {t("assignments.review.sendBack")}
            </Button>
            <Button type="primary" disabled={isStanding} loading={isBusy} onClick={props.onAccept}>
              {t("assignments.review.accept")}
            </Button>
          </div>
        </>
      )}
      {mayPutBack && <Button onClick={props.onPutBack}>{t("assignments.review.putBack")}</Button>}
      <section>
        <h3>{t("assignments.history")}</h3>
        <ol className={styles.history}>
          {item.acts.map((act) => (
            <li key={act.id}>
              {t(`assignments.act.${act.act}`)}
              {act.note !== "" && `: ${act.note}`}
              <span className={styles.muted}>
                {" "}
                {act.actor?.name ?? t("assignments.byItself")} · <Time value={act.created_at} />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
}

/** Comments that go back with the answer: on the chosen region, else on the whole sample. */
function Comments({ detail, annotations, selected, comments, onComments }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const nameOf = (key: string) => {
    const region = annotations?.regions.find(({ id }) => id === key);
    if (region === undefined) return t("assignments.wholeSample");
    return labelName(detail.labels, region.labelId) || t("assignments.region");
  };
  const add = () => {
    if (text.trim() === "") return;
    onComments([...comments, { region: selected ?? "", text: text.trim() }]);
    setText("");
  };
  return (
    <section>
      <h3>{t("assignments.comments")}</h3>
      <ul className={styles.drafts}>
        {comments.map((comment, place) => (
          <li key={place}>
            <strong>{nameOf(comment.region)}</strong> {comment.text}{" "}
            <Button
              type="link"
              size="small"
              onClick={() => onComments(comments.filter((_, other) => other !== place))}
            >
              {t("assignments.review.takeOut")}
            </Button>
          </li>
        ))}
      </ul>
      <Input.TextArea
        rows={2}
        maxLength={2000}
        aria-label={t("assignments.review.commentOn", { what: nameOf(selected ?? "") })}
        placeholder={t("assignments.review.commentOn", { what: nameOf(selected ?? "") })}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button disabled={text.trim() === ""} onClick={add}>
        {t("assignments.review.addComment")}
      </Button>
    </section>
  );
}
