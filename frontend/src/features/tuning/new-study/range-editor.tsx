import { Checkbox, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";

import { useParameterTexts } from "../use-parameter-texts";
import { rangeProblem, type NumberRange, type RangeDraft } from "./range";
import styles from "./new-study.module.css";

interface RangeEditorProps {
  name: string;
  range: RangeDraft;
  original: RangeDraft;
  /** What the server said of this range. */
  refusal?: string | undefined;
  disabled?: boolean;
  onChange: (range: RangeDraft) => void;
}

/** The values of one parameter: from, to, how they are spaced; or which of a list. */
export function RangeEditor(props: RangeEditorProps) {
  const { name, range, original, refusal, disabled = false, onChange } = props;
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const problem = disabled ? undefined : rangeProblem(range);
  const message = problem === undefined ? refusal : t(`tuning.range.${problem}`);
  return (
    <div className={styles.range}>
      {range.kind === "choices" ? (
        <Select
          mode="multiple"
          disabled={disabled}
          aria-label={t("tuning.space.values", { name: texts.name(name) })}
          className={styles.choices}
          status={problem && "error"}
          value={range.values.map(String)}
          onChange={(chosen: string[]) =>
            onChange({
              kind: "choices",
              values: valuesOf(original).filter((value) => chosen.includes(String(value))),
            })
          }
          options={valuesOf(original).map((value) => ({
            value: String(value),
            label: texts.value(name, value),
          }))}
        />
      ) : (
        <NumberEditor {...{ name, range, disabled, onChange }} isWrong={problem !== undefined} />
      )}
      {message !== undefined && (
        <p className={styles.wrong} role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

function valuesOf(range: RangeDraft) {
  return range.kind === "choices" ? range.values : [];
}

interface NumberEditorProps {
  name: string;
  range: NumberRange;
  disabled: boolean;
  isWrong: boolean;
  onChange: (range: RangeDraft) => void;
}

function NumberEditor({ name, range, disabled, isWrong, onChange }: NumberEditorProps) {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const number = (end: "low" | "high" | "step") => (
    <InputNumber
      aria-label={t(`tuning.space.${end}Of`, { name: texts.name(name) })}
      className={styles.number}
      disabled={disabled}
      status={isWrong && end !== "step" ? "error" : ""}
      placeholder={end === "step" ? t("tuning.space.step") : undefined}
      value={range[end]}
      controls={false}
      onChange={(value) => onChange({ ...range, [end]: value })}
    />
  );
  return (
    <div className={styles.numbers}>
      <span>{t("tuning.space.from")}</span>
      {number("low")}
      <span>{t("tuning.space.to")}</span>
      {number("high")}
      <Checkbox
        disabled={disabled}
        checked={range.log}
        onChange={({ target }) =>
          onChange({ ...range, log: target.checked, ...(target.checked ? { step: null } : {}) })
        }
      >
        {t("tuning.space.logarithmic")}
      </Checkbox>
      {!range.log && number("step")}
    </div>
  );
}
