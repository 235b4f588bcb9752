import { App, Button, Select } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Dataset, Label, SampleDetail } from "@/api/datasets";
import { useMay } from "@/api/project";
import { useTaskCard, type TaskCard } from "@/api/task-card";
import { Bytes, Time } from "@/components/ui/numbers";
import { LabelTag } from "@/components/ui/label-tag";
import { problemText } from "@/i18n/problem-text";

import { useLabelSamples } from "../../api/samples/use-label-samples";
import { Annotated } from "../annotated";
import { SampleProperties } from "./sample-properties";
import { SampleHistory } from "./sample-history";
import { SampleTags } from "./sample-tags";
import { SampleTrail } from "./sample-trail";
import styles from "./sample-drawer.module.css";

interface Props {
  dataset: Dataset;
  labels: readonly Label[];
  sample: SampleDetail;
}

/** There is an editor for the samples: they have more than labels. */
function annotatesParts({ annotation_card: { editor, is_classification } }: TaskCard): boolean {
  return editor !== null && !is_classification;
}

/** The sample itself, its labels (to change here), what is known of the file, and its history. */
export function SampleDetails({ dataset, labels, sample }: Props) {
  const { t } = useTranslation();
  const card = useTaskCard(dataset.task);
  const mayLabel = useMay("annotator") && sample.trashed_at === null;
  return (
    <div className={styles.details}>
      {card !== undefined && <Annotated card={card} labels={labels} sample={sample} />}
      {card?.annotation_card.is_classification && (
        <section>
          <h3>{t("datasets.sample.labels")}</h3>
          {mayLabel ? (
            <LabelPicker dataset={dataset} labels={labels} sample={sample} />
          ) : (
            <LabelList labels={labels} sample={sample} />
          )}
        </section>
      )}
      {card !== undefined && annotatesParts(card) && (
        <Link
          to={`/projects/${dataset.project_id}/label/${dataset.id}?scope=all&sample=${sample.id}`}
        >
          {t("datasets.sample.annotate")}
        </Link>
      )}
      <SampleTags dataset={dataset} sample={sample} />
      <section>
        <h3>{t("datasets.sample.file")}</h3>
        <dl className={styles.summary}>
          <dt>{t("datasets.sample.name")}</dt>
          <dd>{sample.name}</dd>
          <SampleProperties sample={sample} />
          <dt>{t("datasets.sample.bytes")}</dt>
          <dd>
            <Bytes value={sample.bytes} />
          </dd>
          <dt>{t("datasets.sample.added")}</dt>
          <dd>
            <Time value={sample.created_at} style="moment" />
            {sample.created_by && ` · ${sample.created_by.name}`}
          </dd>
          <dt>{t("datasets.sample.hash")}</dt>
          <dd>
            <code title={sample.blob_sha256}>{sample.blob_sha256.slice(0, 16)}…</code>
          </dd>
        </dl>
      </section>
      <SampleHistory
        history={sample.history}
        labels={labels}
        isClassification={card?.annotation_card.is_classification ?? false}
      />
      <SampleTrail sampleId={sample.id} />
    </div>
  );
}

function LabelList({ labels, sample }: Omit<Props, "dataset">) {
  const { t } = useTranslation();
  if (sample.labelled_at === null) return <p>{t("datasets.unlabelled")}</p>;
  if (sample.labels.length === 0) {
    return <p>{t(sample.is_negative ? "datasets.negative" : "datasets.none")}</p>;
  }
  return sample.labels.map(({ id, source }) => {
    const label = labels.find((other) => other.id === id);
    return label && <LabelTag key={id} name={label.name} color={label.color} source={source} />;
  });
}

function LabelPicker({ dataset, labels, sample }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const save = useLabelSamples(dataset.id);
  const ids = save.isPending ? (save.variables.labelIds ?? []) : sample.labels.map(({ id }) => id);
  const change = (labelIds: readonly string[] | null) =>
    save.mutate(
      { samples: [sample], labelIds },
      {
        onSuccess: ({ conflicts }) => {
          if (conflicts.length > 0) void message.warning(t("datasets.sample.conflict"));
        },
        onError: (error) => void message.error(problemText(t, error)),
      },
    );
  const shared = {
    className: styles.picker,
    allowClear: true,
    showSearch: { optionFilterProp: "label" },
    "aria-label": t("datasets.sample.labels"),
    placeholder: t(
      sample.labelled_at === null
        ? "datasets.unlabelled"
        : sample.is_negative
          ? "datasets.negative"
          : "datasets.none",
    ),
    options: labels.map(({ id, name }) => ({ value: id, label: name })),
  };
  if (dataset.multi_label) {
    return (
      <>
        <Select
          {...shared}
          allowClear={false}
          mode="multiple"
          value={[...ids]}
          onChange={(chosen: string[]) => change(chosen.length === 0 ? null : chosen)}
        />
        {!sample.is_negative && (
          <Button type="link" size="small" onClick={() => change([])}>
            {t("labelling.none")}
          </Button>
        )}
        {sample.labelled_at !== null && (
          <Button type="link" size="small" onClick={() => change(null)}>
            {t("datasets.selection.clearLabels")}
          </Button>
        )}
      </>
    );
  }
  return (
    <Select
      {...shared}
      value={ids[0]}
      onChange={(chosen: string | undefined) => change(chosen === undefined ? null : [chosen])}
    />
  );
}
