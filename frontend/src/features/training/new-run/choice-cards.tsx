import type { KeyboardEvent, ReactNode } from "react";

import styles from "./new-run.module.css";

export interface Choice<K extends string> {
  key: K;
  title: string;
  /** One line on what it means. */
  text: string;
  figures?: ReactNode;
  disabled?: boolean;
}

interface ChoiceCardsProps<K extends string> {
  label: string;
  choices: Choice<K>[];
  value: K;
  onChange: (key: K) => void;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A few choices as cards, one of them chosen; arrow keys move the choice as in a radio group. */
export function ChoiceCards<K extends string>(props: ChoiceCardsProps<K>) {
  const { label, choices, value, onChange } = props;
  const open = choices.filter(({ disabled }) => disabled !== true);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined || open.length === 0) return;
    event.preventDefault();
    const at = open.findIndex(({ key }) => key === value);
    const next = open[(at + step + open.length) % open.length];
    if (next === undefined) return;
    onChange(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-choice="${next.key}"]`)?.focus();
  };

  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles.cards}
      onKeyDown={move}
      tabIndex={-1}
    >
      {choices.map((choice) => (
        <button
          key={choice.key}
          type="button"
          role="radio"
          data-choice={choice.key}
          aria-checked={choice.key === value}
          tabIndex={choice.key === value ? 0 : -1}
          disabled={choice.disabled}
          className={styles.card}
          onClick={() => onChange(choice.key)}
        >
          <span className={styles.cardTitle}>{choice.title}</span>
          <span className={styles.muted}>{choice.text}</span>
          {choice.figures !== undefined && <span className={styles.figures}>{choice.figures}</span>}
        </button>
      ))}
    </div>
  );
}
