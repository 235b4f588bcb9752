import { useTranslation } from "react-i18next";

import type { Label, SampleDetail } from "@/api/datasets";
import { LabelTag } from "@/components/ui/label-tag";
import { Time } from "@/components/ui/numbers";

import styles from "./sample-drawer.module.css";

interface Props {
  history: SampleDetail["history"];
  labels: readonly Label[];
}

/** Who labelled this, as what, and when; newest first. */
export function SampleHistory({ history, labels }: Props) {
  const { t } = useTranslation();
  const newestFirst = [...history].sort((left, right) => right.number - left.number);
  return (
    <section>
      <h3>{t("datasets.sample.history")}</h3>
      {history.length === 0 && <p className={styles.muted}>{t("datasets.sample.noHistory")}</p>}
      <ol className={styles.history}>
        {newestFirst.map((revision) => (
          <li key={revision.number}>
            <span className={styles.text}>
              {revision.labels === null && t("datasets.unlabelled")}
              {revision.labels?.length === 0 &&
                t(revision.is_negative ? "datasets.negative" : "datasets.none")}
              {revision.labels?.map(({ id, name }) => (
                <LabelTag
                  key={id}
                  name={name}
                  color={labels.find((label) => label.id === id)?.color ?? "var(--line-strong)"}
                  source={revision.source}
                />
              ))}
            </span>
            <span className={styles.muted}>
              {revision.author?.name ?? t(`datasets.source.${revision.source}`)} ·{" "}
              <Time value={revision.created_at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
