import { Form, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated/schema";
import { formatCount } from "@/i18n/format";

import { useProjectVersions } from "../api/versions/use-project-versions";
import { trainPercent, type SplitDraft } from "./split-draft";
import styles from "./split-fields.module.css";

type NamedSplits = components["schemas"]["NamedSplits"];

interface Props {
  draft: SplitDraft;
  onChange: (part: Partial<SplitDraft>) => void;
}

/** Shares drawn by chance, each label in the same proportion in every part. */
export function RandomSplit({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const train = trainPercent(draft);
  return (
    <>
      <div className={styles.fields}>
        <div>
          <span className={styles.label}>{t("datasets.split.train")}</span>
          <output className={train > 0 ? styles.rest : styles.wrong}>
            {t("datasets.freeze.percent", { value: train })}
          </output>
        </div>
        <Share name="validation" draft={draft} onChange={onChange} />
        <Share name="test" draft={draft} onChange={onChange} />
        <Seed draft={draft} onChange={onChange} />
      </div>
      <p className={styles.hint}>{t("datasets.freeze.stratified")}</p>
    </>
  );
}

/** The splits that the data names; where it names no validation or test, a share of training. */
export function NamedSplit({ draft, named, onChange }: Props & { named: NamedSplits }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  const open = (["validation", "test"] as const).filter((part) => named[part] === 0);
  return (
    <>
      <p>
        {t("splits.counts", {
          train: count(named.train),
          validation: count(named.validation),
          test: count(named.test),
        })}
      </p>
      {open.length > 0 && (
        <>
          <p className={styles.hint}>{t("splits.open")}</p>
          <div className={styles.fields}>
            {open.map((part) => (
              <Share key={part} name={part} draft={draft} onChange={onChange} />
            ))}
            <Seed draft={draft} onChange={onChange} />
          </div>
        </>
      )}
    </>
  );
}

/** The content of another version is the validation part. */
export function CustomSplit({ projectId, draft, onChange }: Props & { projectId: string }) {
  const { t } = useTranslation();
  const versions = useProjectVersions(projectId);
  const ready = versions.data?.filter((version) => version.state === "ready") ?? [];
  return (
    <>
      <Form.Item
        label={t("datasets.freeze.validationVersion")}
        help={t("datasets.freeze.customText")}
      >
        <Select
          aria-label={t("datasets.freeze.validationVersion")}
          loading={versions.isPending}
          value={draft.validationVersionId}
          notFoundContent={t("datasets.freeze.noVersions")}
          onChange={(validationVersionId) => onChange({ validationVersionId })}
          options={ready.map(({ id, number, dataset_name: name, num_samples: count }) => ({
            value: id,
            label: t("datasets.freeze.versionOption", { name, number, count }),
          }))}
        />
      </Form.Item>
      <div className={styles.fields}>
        <Share name="test" draft={draft} onChange={onChange} />
        <Seed draft={draft} onChange={onChange} />
      </div>
    </>
  );
}

function Share({ name, draft, onChange }: Props & { name: "validation" | "test" }) {
  const { t } = useTranslation();
  return (
    <label>
      <span className={styles.label}>{t(`datasets.split.${name}`)}</span>
      <InputNumber
        min={0}
        max={90}
        precision={0}
        suffix="%"
        value={draft[name]}
        onChange={(value) => onChange({ [name]: value ?? 0 })}
      />
    </label>
  );
}

function Seed({ draft, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <label>
      <span className={styles.label}>{t("datasets.freeze.seed")}</span>
      <InputNumber
        min={0}
        max={2 ** 31 - 1}
        precision={0}
        value={draft.seed}
        onChange={(seed) => onChange({ seed: seed ?? 0 })}
      />
    </label>
  );
}
