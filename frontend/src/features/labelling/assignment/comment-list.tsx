import { useTranslation } from "react-i18next";

import type { WorkItemDetail } from "@/api/assignments";
import type { Label } from "@/api/datasets";
import { Time } from "@/components/ui/numbers";

import { labelName } from "../editors/editor";
import type { Region } from "../model/annotations";
import styles from "./assignment.module.css";

interface Props {
  comments: WorkItemDetail["comments"];
  regions: readonly Region[];
  labels: readonly Label[];
  selected: string | null;
  onSelect: (region: string | null) => void;
}

/** What reviewers wrote; one about a region leads to it. */
export function CommentList({ comments, regions, labels, selected, onSelect }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={styles.comments} aria-label={t("assignments.comments")}>
      {comments.map((comment) => {
        const region = regions.find(({ id }) => id === comment.region);
        const name = region && labelName(labels, region.labelId);
        return (
          <li key={comment.id} className={comment.resolved_at === null ? styles.open : ""}>
            {region !== undefined && (
              <button
                type="button"
                className={styles.region}
                aria-pressed={comment.region === selected}
                onClick={() => onSelect(comment.region)}
              >
                {name || t("assignments.region")}
              </button>
            )}
            {comment.region !== "" && region === undefined && (
              <span className={styles.muted}>{t("assignments.regionGone")}</span>
            )}
            <span>{comment.text}</span>
            <span className={styles.muted}>
              {comment.author?.name} · <Time value={comment.created_at} />
              {comment.resolved_at !== null && ` · ${t("assignments.resolved")}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
