import { Key } from "@/components/ui/key-hints";

import styles from "./label-panel.module.css";

interface Props {
  name: string;
  color?: string;
  keyName: string | null;
  isOn: boolean;
  disabled: boolean;
  onPress: () => void;
}

/** One label as a button. It does not take the focus, so that Space keeps its meaning. */
export function LabelButton({ name, color, keyName, isOn, disabled, onPress }: Props) {
  return (
    <button
      type="button"
      className={styles.label}
      aria-pressed={isOn}
      aria-keyshortcuts={keyName ?? undefined}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {color !== undefined && <i className={styles.dot} style={{ background: color }} />}
      <span className={styles.name}>{name}</span>
      {keyName !== null && <Key>{keyName.toUpperCase()}</Key>}
    </button>
  );
}
