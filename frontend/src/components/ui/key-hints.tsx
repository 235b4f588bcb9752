import { Modal } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./key-hints.module.css";
import { isTyping } from "./keyboard";

export interface KeyHint {
  /** Keys pressed together, such as `["Ctrl", "K"]`. */
  keys: string[];
  meaning: string;
}

/** A key as it is drawn on the keyboard. */
export function Key({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

/** Show this page's keys when `?` is pressed; renders nothing else. */
export function KeyHints({ hints, note }: { hints: KeyHint[]; note?: string | undefined }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "?" || isTyping(event)) return;
      event.preventDefault();
      setOpen((shown) => !shown);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <Modal open={open} title={t("ui.keys.title")} footer={null} onCancel={() => setOpen(false)}>
      <KeyTable hints={hints} />
      {note !== undefined && <p>{note}</p>}
    </Modal>
  );
}

/** Keys and what they do, as a table. */
export function KeyTable({ hints }: { hints: KeyHint[] }) {
  return (
    <table className={styles.table}>
      <tbody>
        {hints.map(({ keys, meaning }) => (
          <tr key={keys.join("+")}>
            <th scope="row">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
