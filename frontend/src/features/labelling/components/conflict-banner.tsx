import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";

import { sampleImageUrl } from "@/api/datasets";

import type { AnnotationSession } from "../use-annotation-session";
import styles from "./conflict-banner.module.css";

interface Props<Value> {
  session: Pick<AnnotationSession<Value>, "conflicts" | "settle">;
  /** What was said, in a few words. */
  describe: (annotations: Value) => string;
  onShow: (sampleId: string) => void;
}

/** Someone else labelled the same sample meanwhile: show both, and let the person choose. */
export function ConflictBanner<Value>({ session, describe, onShow }: Props<Value>) {
  const { t } = useTranslation();
  const [conflict] = session.conflicts;
  if (conflict === undefined) return null;
  return (
    <Alert
      type="warning"
      banner
      showIcon={false}
      title={
        <div className={styles.conflict}>
          <button
            type="button"
            className={styles.image}
            aria-label={t("labelling.conflict.show")}
            onClick={() => onShow(conflict.sampleId)}
          >
            <img
              src={sampleImageUrl(conflict.sampleId, 160)}
              alt=""
              // Texts and tables have no image; the button keeps its name.
              onError={({ currentTarget }) => currentTarget.remove()}
            />
          </button>
          <span className={styles.text}>
            {t("labelling.conflict.text", {
              who: conflict.theirName ?? t("labelling.conflict.someone"),
              name: conflict.sampleName,
              theirs: describe(conflict.theirs),
              mine: describe(conflict.mine),
            })}
            {session.conflicts.length > 1 &&
              ` ${t("labelling.conflict.more", { count: session.conflicts.length - 1 })}`}
          </span>
          <Button onClick={() => session.settle(conflict, "theirs")}>
            {t("labelling.conflict.theirs", { labels: describe(conflict.theirs) })}
          </Button>
          <Button type="primary" onClick={() => session.settle(conflict, "mine")}>
            {t("labelling.conflict.mine", { labels: describe(conflict.mine) })}
          </Button>
        </div>
      }
    />
  );
}
