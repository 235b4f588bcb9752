import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";

import { sampleImageUrl, type Label } from "@/api/datasets";

import type { LabelIds } from "../model/label-change";
import type { Labelling } from "../use-labelling";
import styles from "./conflict-banner.module.css";

interface Props {
  labels: readonly Label[];
  labelling: Labelling;
  onShow: (sampleId: string) => void;
}

/** Someone else labelled the same sample meanwhile: show both, and let the person choose. */
export function ConflictBanner({ labels, labelling, onShow }: Props) {
  const { t } = useTranslation();
  const [conflict] = labelling.conflicts;
  if (conflict === undefined) return null;
  const names = (ids: LabelIds) => {
    if (ids === null) return t("labelling.unlabelled");
    if (ids.length === 0) return t("labelling.none");
    return ids.map((id) => labels.find((label) => label.id === id)?.name ?? "?").join(", ");
  };
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
            <img src={sampleImageUrl(conflict.sampleId, 160)} alt="" />
          </button>
          <span className={styles.text}>
            {t("labelling.conflict.text", {
              who: conflict.theirName ?? t("labelling.conflict.someone"),
              name: conflict.sampleName,
              theirs: names(conflict.theirs),
              mine: names(conflict.mine),
            })}
            {labelling.conflicts.length > 1 &&
              ` ${t("labelling.conflict.more", { count: labelling.conflicts.length - 1 })}`}
          </span>
          <Button onClick={() => labelling.settle(conflict, "theirs")}>
            {t("labelling.conflict.theirs", { labels: names(conflict.theirs) })}
          </Button>
          <Button type="primary" onClick={() => labelling.settle(conflict, "mine")}>
            {t("labelling.conflict.mine", { labels: names(conflict.mine) })}
          </Button>
        </div>
      }
    />
  );
}
