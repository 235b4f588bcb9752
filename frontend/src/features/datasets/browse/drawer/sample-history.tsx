import { useTranslation } from "react-i18next";

import type { Label, SampleDetail } from "@/api/datasets";
import { LabelTag } from "@/components/ui/label-tag";
import { Time } from "@/components/ui/numbers";
import { formatNumber } from "@/i18n/format";

import styles from "./sample-drawer.module.css";

type Revision = SampleDetail["history"][number];

interface Props {
  history: readonly Revision[];
  labels: readonly Label[];
  isClassification: boolean;
}

/** Who annotated this, with what, and when; newest first. */
export function SampleHistory({ history, labels, isClassification }: Props) {
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
              {revision.labels?.map(({ id, name }) => (
                <LabelTag
                  key={id}
                  name={name}
                  color={labels.find((label) => label.id === id)?.color ?? "var(--line-strong)"}
                  source={revision.source}
                />
              ))}
              <BesideLabels revision={revision} isClassification={isClassification} />
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

/** What a revision holds apart from labels, or what it means that there is nothing. */
function BesideLabels({
  revision,
  isClassification,
}: { revision: Revision } & Pick<Props, "isClassification">) {
  const { t, i18n } = useTranslation();
  const { labels, is_negative, num_regions, num_relations, texts, value } = revision;
  if (labels === null) return t("datasets.unlabelled");
  const parts = [
    ...(num_regions > 0 ? [t("datasets.sample.regions", { count: num_regions })] : []),
    ...(num_relations > 0 ? [t("datasets.sample.relations", { count: num_relations })] : []),
    ...texts,
    ...(value === null ? [] : [formatNumber(value, i18n.language)]),
  ];
  if (parts.length > 0) return parts.join(" · ");
  if (labels.length > 0) return null;
  if (is_negative) return t("datasets.negative");
  return t(isClassification ? "datasets.none" : "datasets.sample.isAnnotated");
}
