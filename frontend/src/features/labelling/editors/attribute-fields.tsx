import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { AttributeValue } from "../model/annotations";
import type { AttributeDefinition } from "../model/attributes";
import styles from "./attributes.module.css";

interface Props {
  definitions: readonly AttributeDefinition[];
  values: Readonly<Record<string, AttributeValue>>;
  disabled: boolean;
  onSet: (name: string, value: AttributeValue | null) => void;
}

/** One control for each attribute; an empty one says nothing. */
export function AttributeFields({ definitions, values, disabled, onSet }: Props) {
  return definitions.map((definition) => (
    <Field
      key={definition.name}
      definition={definition}
      value={values[definition.name]}
      disabled={disabled}
      onSet={(value) => onSet(definition.name, value)}
    />
  ));
}

interface FieldProps {
  definition: AttributeDefinition;
  value: AttributeValue | undefined;
  disabled: boolean;
  onSet: (value: AttributeValue | null) => void;
}

function Field({ definition, value, disabled, onSet }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { name, kind, values } = definition;
  const shared = { id, disabled, className: styles.control };
  return (
    <span className={styles.field}>
      <label htmlFor={id}>{name}</label>
      {kind === "choice" || kind === "flag" ? (
        <select
          {...shared}
          value={value === undefined ? "" : String(value)}
          onChange={({ target }) =>
            onSet(
              target.value === "" ? null : kind === "flag" ? target.value === "true" : target.value,
            )
          }
        >
          <option value="">{t("labelling.attributes.unset")}</option>
          {kind === "flag"
            ? (["true", "false"] as const).map((one) => (
                <option key={one} value={one}>
                  {t(`labelling.attributes.${one}`)}
                </option>
              ))
            : values.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
        </select>
      ) : (
        <input
          {...shared}
          key={String(value ?? "")}
          type={kind === "number" ? "number" : "text"}
          step="any"
          maxLength={kind === "text" ? 1000 : undefined}
          defaultValue={value === undefined ? "" : String(value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
          }}
          onBlur={({ target }) => {
            const next = read(kind, target);
            if (next !== (value ?? null)) onSet(next);
          }}
        />
      )}
    </span>
  );
}

function read(kind: string, { value, valueAsNumber }: HTMLInputElement): AttributeValue | null {
  if (value.trim() === "") return null;
  if (kind === "text") return value;
  return Number.isFinite(valueAsNumber) ? valueAsNumber : null;
}
