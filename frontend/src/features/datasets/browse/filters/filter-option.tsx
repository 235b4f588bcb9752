import { Count } from "@/components/ui/numbers";

import styles from "./filter-rail.module.css";

interface Props {
  name: string;
  color?: string;
  count: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

/** One choice of the filter rail with the number of samples behind it. */
export function FilterOption({ name, color, count, isChosen, onChoose }: Props) {
  return (
    <button type="button" className={styles.option} aria-pressed={isChosen} onClick={onChoose}>
      {color !== undefined && <i className={styles.dot} style={{ background: color }} />}
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{count !== undefined && <Count value={count} />}</span>
    </button>
  );
}
