import { useId, type ReactNode } from "react";

import styles from "./new-study.module.css";

interface Choice<K extends string> {
  key: K;
  name: ReactNode;
  /** A sentence on when to take it. */
  text: string;
}

interface ChoiceListProps<K extends string> {
  label: string;
  choices: readonly Choice<K>[];
  value: K;
  onChange: (key: K) => void;
}

/** A few choices with a sentence each, one of them chosen. */
export function ChoiceList<K extends string>(props: ChoiceListProps<K>) {
  const { label, choices, value, onChange } = props;
  const id = useId();
  return (
    <fieldset className={styles.list}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ key, name, text }) => (
        <label key={key} htmlFor={`${id}-${key}`} className={styles.item}>
          <input
            type="radio"
            id={`${id}-${key}`}
            name={id}
            value={key}
            checked={key === value}
            aria-describedby={`${id}-${key}-text`}
            onChange={() => onChange(key)}
          />
          <span className={styles.itemName}>{name}</span>
          <span id={`${id}-${key}-text`} className={styles.itemText}>
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
