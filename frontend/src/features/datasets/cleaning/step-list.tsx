import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  PlusOutlined,
} from "@ant-design/icons";
import { Button, Dropdown, InputNumber, Switch } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { optionFields, type OptionField, type OptionValue } from "@/components/options/schema";
import { keyOf, rangeProblem, valueOf, withValue, type Options } from "@/components/options/values";

import type { OfferedStep, Step } from "../api/cleaning/cleaning-keys";
import styles from "./cleaning.module.css";

/** A step of the recipe being written; `key` tells it from another of its kind. */
export interface DraftStep {
  readonly key: string;
  readonly kind: string;
  readonly options: Options;
}

/** The step as it is sent. */
export function asStep({ kind, options }: DraftStep): Step {
  return { ...options, kind };
}

interface StepListProps {
  offered: readonly OfferedStep[];
  steps: readonly DraftStep[];
  onChange: (steps: readonly DraftStep[]) => void;
}

/** The steps in the order in which they are taken, each with its options. */
export function StepList({ offered, steps, onChange }: StepListProps) {
  const { t } = useTranslation();
  const change = (index: number, options: Options) =>
    onChange(steps.map((step, place) => (place === index ? { ...step, options } : step)));
  const move = (from: number, to: number) => {
    const next = [...steps];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <>
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step, index) => {
            const name = t(`cleaning.step.${step.kind}.name`);
            return (
              <li key={step.key} className={styles.step}>
                <div className={styles.stepHead}>
                  <span className={styles.number}>{index + 1}</span>
                  <div className={styles.words}>
                    <h3>{name}</h3>
                    <p className={styles.muted}>{t(`cleaning.step.${step.kind}.text`)}</p>
                  </div>
                  <span className={styles.moves}>
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowUpOutlined />}
                      disabled={index === 0}
                      aria-label={t("cleaning.earlier", { name })}
                      onClick={() => move(index, index - 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowDownOutlined />}
                      disabled={index === steps.length - 1}
                      aria-label={t("cleaning.later", { name })}
                      onClick={() => move(index, index + 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={t("cleaning.remove", { name })}
                      onClick={() => onChange(steps.filter((other) => other !== step))}
                    />
                  </span>
                </div>
                <StepOptions
                  schema={offered.find(({ kind }) => kind === step.kind)?.options}
                  kind={step.kind}
                  options={step.options}
                  onChange={(options) => change(index, options)}
                />
              </li>
            );
          })}
        </ol>
      )}
      <Dropdown
        trigger={["click"]}
        menu={{
          items: offered.map(({ kind }) => ({
            key: kind,
            label: t(`cleaning.step.${kind}.name`),
          })),
          onClick: ({ key: kind }) =>
            onChange([...steps, { key: crypto.randomUUID(), kind, options: {} }]),
        }}
      >
        <Button icon={<PlusOutlined />}>{t("cleaning.add")}</Button>
      </Dropdown>
    </>
  );
}

interface StepOptionsProps {
  schema: unknown;
  kind: string;
  options: Options;
  onChange: (options: Options) => void;
}

function StepOptions({ schema, kind, options, onChange }: StepOptionsProps) {
  const fields = schema === undefined ? [] : optionFields(schema);
  if (fields.length === 0) return null;
  return (
    <div className={styles.options}>
      {fields.map((field) => (
        <StepOption
          key={keyOf(field)}
          name={`cleaning.step.${kind}.option.${keyOf(field)}`}
          field={field}
          value={valueOf(options, field)}
          onChange={(value) => onChange(withValue(options, field, value))}
        />
      ))}
    </div>
  );
}

interface StepOptionProps {
  /** Key of its text. */
  name: string;
  field: OptionField;
  value: OptionValue;
  onChange: (value: OptionValue) => void;
}

function StepOption({ name, field, value, onChange }: StepOptionProps) {
  const { t } = useTranslation();
  const id = useId();
  if (field.kind === "switch") {
    return (
      <label htmlFor={id} className={styles.switch}>
        <Switch id={id} size="small" checked={value === true} onChange={onChange} />
        {t(name)}
      </label>
    );
  }
  if (field.kind !== "number") throw new Error(`The option ${name} has no control.`);
  const problem = rangeProblem(field, value);
  const { minimum, maximum } = field.bounds;
  return (
    <div className={styles.option}>
      <label htmlFor={id}>{t(name)}</label>
      <InputNumber
        id={id}
        status={problem === undefined ? "" : "error"}
        value={typeof value === "number" ? value : null}
        step={field.integer ? 1 : maximum === 1 ? 0.05 : 1}
        onChange={(next) => onChange(next ?? field.fallback)}
      />
      {problem !== undefined && (
        <span role="alert" className={styles.wrong}>
          {t(`training.range.${problem}`, { minimum, maximum })}
        </span>
      )}
    </div>
  );
}
