import { CopyButton } from "./copy-button";
import styles from "./code-block.module.css";
import { Tabs } from "./tabs";

/** A piece of code or a secret with a copy button. */
export function CodeBlock({ code, label }: { code: string; label?: string }) {
  return (
    <figure className={styles.block} aria-label={label}>
      <div className={styles.copy}>
        <CopyButton text={code} />
      </div>
      {/* What scrolls must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

export interface CodeTab {
  key: string;
  /** A name such as `Python`; product names need no translation. */
  label: string;
  code: string;
}

/** The same thing said in several languages. */
export function CodeTabs({ tabs }: { tabs: CodeTab[] }) {
  return (
    <Tabs
      size="small"
      items={tabs.map(({ key, label, code }) => ({
        key,
        label,
        children: <CodeBlock code={code} label={label} />,
      }))}
    />
  );
}
