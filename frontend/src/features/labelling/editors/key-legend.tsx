import { Key } from "@/components/ui/key-hints";

import styles from "./audio/audio.module.css";

/** The keys of an editor, in sight while the hands learn them. */
export function KeyLegend({ keys }: { keys: readonly (readonly [string, string])[] }) {
  return (
    <span className={styles.keys}>
      {keys.map(([key, meaning]) => (
        <span key={key}>
          <Key>{key}</Key> {meaning}
        </span>
      ))}
    </span>
  );
}
